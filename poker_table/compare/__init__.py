"""Hands against hands: rounds are read, decided and shown, also as two other programs show them."""
