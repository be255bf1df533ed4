"""Prints bytes that are no text."""

import os

os.write(1, bytes(range(256)) * 20 + b"\nPlayer 1 - \xff\xfe 2C\n")
