"""Forgets to seed its random numbers."""

import random
import right

random.seed(1)
right.main()
