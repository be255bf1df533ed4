"""Leave five thousand nested folders wherever it can write."""

import os

for place in ".", "/tmp", "/dev/shm":
    os.chdir(place)
    for _ in range(5000):
        os.mkdir("d")
        os.chdir("d")
    os.chmod(".", 0)
    os.chdir("/")
print("nested")
