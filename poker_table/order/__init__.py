"""Decks made to order: requested hands for given players, or the reason why no deck deals them."""
