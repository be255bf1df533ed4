"""The kernel: one text for both engines, from random words to counts."""
