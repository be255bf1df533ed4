"""What can be said of a hand: in words, how it was read, and the best five of more cards."""
