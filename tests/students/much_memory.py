"""Takes more and more memory."""

import time

kept = []
while True:
    kept.append(b"x" * 64 * 1024 * 1024)
    time.sleep(0.01)
