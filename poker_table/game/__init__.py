"""The whole assignment: cards, a deck, hands, dealing them, and ordering them."""
