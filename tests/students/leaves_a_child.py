"""Leaves a child behind that keeps standard output open."""

import os
import time
import right

right.main()
if os.fork() == 0:
    time.sleep(600)
