"""Hide what only Linux has from every Python that starts with this folder in PYTHONPATH.

To use /proc or one of the HIDDEN functions is then an error.
"""

import os
import subprocess
import sys
import sysconfig

HIDDEN = "prctl", "unshare", "mount"
IN_A_SUPERVISOR = "import sys; exec(open({!r}).read()); "  # it starts without sitecustomize


def _refuse(event: str, arguments: tuple) -> None:
    first = str(arguments[0]) if arguments else ""
    if event in ("open", "os.listdir", "os.scandir") and first.startswith("/proc"):
        raise FileNotFoundError(first)
    if event == "ctypes.dlsym" and arguments[1] in HIDDEN:
        raise AttributeError(arguments[1])


def _start(self: subprocess.Popen, argv: list, *arguments: object, **options: object) -> None:
    if "supervise" in str(argv):
        place = argv.index("-c") + 1
        argv[place] = IN_A_SUPERVISOR.format(__file__) + argv[place]
    _popen(self, argv, *arguments, **options)


sysconfig.get_config_vars()  # it looks for a file of this platform
sys.platform = "freebsd14"
vars(os).pop("pidfd_open", None)
sys.addaudithook(_refuse)
_popen, subprocess.Popen.__init__ = subprocess.Popen.__init__, _start
