"""The kernel: the arithmetic of both engines, from random words to counts.

docs/speed.md has a picture of it, and follows one deal through it.
"""
