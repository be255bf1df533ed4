"""Prints without end."""

while True:
    print("Player 1 - 2C 3C 4C 5C 6C - Straight Flush")
