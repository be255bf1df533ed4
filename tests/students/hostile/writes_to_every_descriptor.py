"""Write to every descriptor that it inherits or can open, including the marker's."""

import os

for number in range(256):
    for name in number, f"/proc/self/fd/{number}", f"/proc/1/fd/{number}":
        try:
            descriptor = name if isinstance(name, int) else os.open(name, os.O_WRONLY)
            if number not in (1, 2):
                os.write(descriptor, b"ended 0 0 0 0\n")
        except OSError:
            pass
print("still here")
