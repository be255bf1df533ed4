"""Ignore every signal that can be ignored, in a session of its own, and run forever."""

import os
import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
os.fork()
os.setsid() if os.getpid() != os.getpgrp() else None
while True:
    pass
