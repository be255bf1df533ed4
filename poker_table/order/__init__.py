"""Decks made to order: given players get given hands, or it is said why they cannot."""
