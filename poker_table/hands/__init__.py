"""Describing hands: in words, why they have their type, and the best five of more cards."""
