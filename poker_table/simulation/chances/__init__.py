"""Chances: how often each hand wins when some of the cards are known."""
