"""Leaves a grandchild behind, in a session of its own, without a parent."""

import os
import sys
import time
import right

right.main()
sys.stdout.flush()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
