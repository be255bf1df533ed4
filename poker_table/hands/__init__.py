"""What can be said of a hand: its words, how it is read, the best five of more."""
