"""The kernel: one text for both engines, from random words to counts.

A picture of it, and one deal followed through it, are in docs/kernel.md.
"""
