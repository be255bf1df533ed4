"""Rounds: which of several hands wins, and why; also in the formats of two other programs."""
