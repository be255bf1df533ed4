"""Hands against hands: rounds read, decided, and told, also as two other programs tell them."""
