"""Chances: who wins from here, when some cards are known."""
