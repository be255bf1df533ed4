"""Files in and out: text, decks, and files written whole or not at all."""
