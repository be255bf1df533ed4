"""The two engines that run the kernel: plain Python, and compiled."""
