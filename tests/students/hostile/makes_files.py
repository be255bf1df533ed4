"""Create a million empty files, or as many as it has time for."""

import os

for number in range(1_000_000):
    os.close(os.open(f"/tmp/{number}", os.O_CREAT))
