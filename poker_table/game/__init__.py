"""The assignment, whole: cards, a deck, hands, and the table that deals and orders them."""
