"""Judging what a program printed: read it, find its faults, weigh them."""
