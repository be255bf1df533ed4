"""Seeds its random numbers by the clock, in whole seconds: no fault."""

import random
import time
import right

random.seed(int(time.time()))
right.main()
