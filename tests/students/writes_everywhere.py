"""Writes wherever it can, and prints the right answer all the same."""

import os
import tempfile
import right

PLACES = ".", "..", "/", "/tmp", "/var/tmp", "/usr", tempfile.gettempdir(), os.path.expanduser("~")
for folder in PLACES:
    try:
        with open(os.path.join(folder, "i-was-here.txt"), "w") as file:
            file.write("I was here.\n")
    except OSError:
        pass
right.main()
