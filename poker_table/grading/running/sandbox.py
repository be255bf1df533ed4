"""What a program under test can see: its folder, the system's programs, and no more."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache

from poker_table.game.errors import MarkerError

LEVELS = "auto", "bwrap", "none"
INSIDE = "/work"  # where the working folder is, seen from inside
SCRATCH = str(16 * 1024 * 1024)  # bytes that fit into the sandbox's own /tmp

# What a dynamically linked program, a compiler and a Java machine look for; no data of people.
_SYSTEM = "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"
_SETTINGS = "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime"
_SHOWN = tuple(f"{path}/" for path in (*_SYSTEM, *_SETTINGS))


def level_in_force(asked: str) -> str:
    """Return the level, bwrap or none, that a run asked for at a level gets.

    Raises MarkerError if bwrap is asked for and does not work here (never less than was asked), and
    on systems other than Linux.
    """
    if sys.platform != "linux":
        raise MarkerError(f"programs can be run safely on Linux only, and this is {sys.platform}")
    if asked == "none":
        return "none"
    trouble = _trouble_with_bwrap()
    if trouble and asked == "bwrap":
        raise MarkerError(f"--sandbox bwrap: bubblewrap does not work here: {trouble}")
    return "none" if trouble else "bwrap"


def enclosed(command: Sequence[str], folder: str) -> list[str]:
    """Return the command that runs a command inside bubblewrap, the folder as its working folder.

    No network, no other process, no file but the system's programs, the interpreter that the
    command begins with, and the folder. The shell between answers 126 and 127 as shells do.
    """
    view = [*_views(command[0]), "--bind", folder, INSIDE, "--chdir", INSIDE]
    return [*_bwrap(), *view, "--", "/bin/sh", "-c", 'exec "$@"', "sh", *command]


def found(program: str) -> str | None:
    """Return where a program named without a slash lies, or None.

    The marker's own environment is left out: what is installed there, this package with its
    evaluator first of all, is not the student's to import.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if sys.prefix != sys.base_prefix:
        own = os.path.join(os.path.realpath(sys.prefix), "")
        folders = [path for path in folders if not f"{os.path.realpath(path)}/".startswith(own)]
    return shutil.which(program, path=os.pathsep.join(folders))


@cache
def line_buffering() -> dict[str, str]:
    """Return the variables that make C programs write line by line, so that a crash loses none.

    They are those that coreutils' `stdbuf -oL` sets; nothing where there is no stdbuf.
    """
    stdbuf = shutil.which("stdbuf")
    if stdbuf is None:
        return {}
    run = subprocess.run([stdbuf, "-oL", "env", "-0"], env={}, capture_output=True, text=True)
    pairs = (pair.split("=", 1) for pair in run.stdout.split("\0") if "=" in pair)
    return {key: value for key, value in pairs if key in ("LD_PRELOAD", "_STDBUF_O")}


def _bwrap() -> list[str]:
    bwrap = shutil.which("bwrap") or "bwrap"
    command = [bwrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for path in _SYSTEM:
        if os.path.islink(path):
            command += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            command += ["--ro-bind", path, path]
    java = (f"/etc/{name}" for name in os.listdir("/etc") if name.startswith("java-"))
    for path in (*_SETTINGS, *java):
        command += ["--ro-bind-try", path, path]
    return [*command, "--proc", "/proc", "--dev", "/dev", "--size", SCRATCH, "--tmpfs", "/tmp"]


def _views(program: str) -> list[str]:
    """Return the options that show an interpreter from outside the system's folders.

    Each link on the way to it is followed. Of a `…/bin/python3` all that was installed with it is
    shown, of anything else the one file.
    """
    options = []
    while program.startswith("/"):
        folder = os.path.dirname(program)
        above = os.path.dirname(folder)
        installed = os.path.basename(folder) in ("bin", "shims") and above != os.environ.get("HOME")
        path = above if installed else program
        if len(path) > 1 and not f"{path}/".startswith(_SHOWN):
            options += ["--ro-bind-try", path, path]
        if not os.path.islink(program):
            break
        program = os.path.normpath(os.path.join(folder, os.readlink(program)))
    return options


@cache
def _trouble_with_bwrap() -> str:
    """Return why bubblewrap cannot be used, or nothing if a trial run works."""
    if shutil.which("bwrap") is None:
        return "there is no program bwrap"
    trial = subprocess.run([*_bwrap(), "--", "/bin/sh", "-c", "exit 0"], capture_output=True)
    said = trial.stderr.decode("utf-8", "replace").strip()
    return "" if trial.returncode == 0 else said or f"it ended with {trial.returncode}"
