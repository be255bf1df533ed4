"""Leave links in folders without permissions, so that whoever changes those modes follows the links."""

import os

with open("where.txt") as file:
    target = file.read().splitlines()[2]
for place in ".", "/tmp":
    os.makedirs(f"{place}/folder/inner")
    os.symlink(target, f"{place}/folder/inner/link")
    os.symlink(os.path.dirname(target), f"{place}/folder/to_a_folder")
    os.chmod(f"{place}/folder/inner", 0)
    os.chmod(f"{place}/folder", 0)
print("linked")
