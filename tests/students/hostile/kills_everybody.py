"""Kill and stop every process that it can."""

import os
import signal

print("before", flush=True)
if os.fork() == 0:
    os.kill(-1, signal.SIGSTOP)
os.kill(-1, signal.SIGKILL)
