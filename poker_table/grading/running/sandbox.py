"""What a program under test can see: its folder, the system's programs, and no more."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import count

import poker_table
from poker_table.game.errors import MarkerError
from poker_table.grading.running import syscall_filter

LEVELS = "auto", "bwrap", "none"
MIB = 1024 * 1024
PROGRAMS = "/usr/local/bin:/usr/bin:/bin"
FILTER_AT = 10  # the descriptor that holds the seccomp filter; a shell can name those below
NO_FILTER = " without libseccomp (apt-get install libseccomp2)"
NO_BUBBLEWRAP = "apt-get install bubblewrap, or --sandbox none for programs that you trust"

# What a dynamically linked program, a compiler and a Java machine look for; no data of people.
_SYSTEM = "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"
_SETTINGS = "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime"
_SHOWN = tuple(f"{path}/" for path in (*_SYSTEM, *_SETTINGS))
# Where an interpreter keeps what is installed for it, seen from where it is installed itself.
_INSTALLED = "lib*/python3*", "local/lib*/python3*", "versions/*/lib/python3*"
_US = os.path.dirname(os.path.abspath(poker_table.__file__))
# Only what follows the word on descriptor 9 is the student's program: until then it is our trouble.
_BEGIN = (
    'cp -RP --preserve=timestamps --remove-destination -- "$1/." "$2/." . && ulimit -f "$3"'
    ' && shift 3 && echo begun >&9 && exec "$@" 9>&-'
)


def level_in_force(asked: str) -> str:
    """Return the sandbox level of a run, bwrap or none, for the level that was asked for.

    Raises MarkerError if bwrap is asked for and does not work here (never less than was asked), and
    on systems other than Linux.
    """
    if sys.platform != "linux":
        raise MarkerError(f"programs can be run safely on Linux only, and this is {sys.platform}")
    if asked == "none":
        return "none"
    trouble = _trouble_with_bwrap()
    if trouble and asked == "bwrap":
        raise MarkerError(f"bubblewrap does not work here: {trouble} ({NO_BUBBLEWRAP})")
    return "none" if trouble else "bwrap"


def level_in_words(level: str) -> str:
    """Return what is told of a level: its name, and what it lacks on this machine."""
    return level + NO_FILTER if level == "bwrap" and not syscall_filter.refusals() else level


def command_in_copy(
    command: Sequence[str], folders: tuple[str, str], largest_file: int
) -> list[str]:
    """Return the command that copies two folders' files to where it is, and then runs a command.

    It answers 126 and 127 if it cannot. A C program's lines come as they are written, so that a
    crash loses none, where there is a stdbuf.
    """
    buffered = [stdbuf, "-oL"] if (stdbuf := shutil.which("stdbuf", path=PROGRAMS)) else []
    blocks = str(largest_file // 512)
    return ["/bin/sh", "-c", _BEGIN, "sh", *folders, blocks, *buffered, *command]


def command_in_bwrap(
    command: Sequence[str], folders: tuple[str, str], largest_file: int, room: int
) -> list[str]:
    """Return the command that does what `prepared` does inside bubblewrap, in `work_folder()`.

    No network, no other process, no file but copies of the folders', the system's programs, and
    the interpreter and the files that the command names by their whole path. What it writes is in
    memory, `room` bytes of it.
    """
    above, (submitted, given) = os.path.dirname(work_folder()), folders
    seen = f"{above}/submitted", f"{above}/given"
    shown = [*_ro(submitted, seen[0]), *_ro(given, seen[1])]
    whole = (word for word in command[1:] if word.startswith("/") and os.path.isfile(word))
    files = [word for path in whole if not path.startswith(_SHOWN) for word in _ro(path, path)]
    views = [*_views(command[0]), *files, "--dir", work_folder(), *shown, "--chdir", work_folder()]
    filtered = ["--seccomp", str(FILTER_AT)] if syscall_filter.refusals() else []
    inner = command_in_copy(command, seen, largest_file)
    return [*_bwrap(room), *views, "--remount-ro", "/", *filtered, "--", *inner]


@cache
def work_folder() -> str:
    """Return where the working folder is, seen from inside: where nothing is on this machine."""
    names = (f"/tmp/poker-table{number or ''}" for number in count())
    return next(name for name in names if not os.path.lexists(name)) + "/work"


def find_program(program: str) -> str | None:
    """Return where a program named without a slash lies, or None.

    The marker's own environment is left out: what is installed there, this package with its
    evaluator first of all, is not the student's to import. Of a version manager's shim, which looks
    for the interpreter each time, the interpreter is returned.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if sys.prefix != sys.base_prefix:
        own = os.path.join(os.path.realpath(sys.prefix), "")
        folders = [path for path in folders if not f"{os.path.realpath(path)}/".startswith(own)]
    where = shutil.which(program, path=os.pathsep.join(folders))
    return where and _behind_shim(where)


@cache
def _behind_shim(path: str) -> str:
    """Return what `~/.pyenv/shims/python3` starts, as its manager says; of what is no shim, itself.

    So it is with rbenv, nodenv, asdf and mise: all of them answer `which`.
    """
    folder, name = os.path.split(path)
    root = os.path.dirname(folder)
    manager = os.path.basename(root).lstrip(".")
    if os.path.basename(folder) != "shims":
        return path
    asked = shutil.which(manager, path=f"{root}/bin") or shutil.which(manager)
    if asked is None:
        return path
    said = subprocess.run([asked, "which", name], capture_output=True, text=True).stdout.strip()
    return said if os.path.isfile(said) else path


def _bwrap(room: int) -> list[str]:
    """Return bubblewrap's options but for the command's own, with so many bytes in /tmp.

    The user namespace is for root too: outside it, what root owns is root's to write. What
    bubblewrap makes itself, such as /dev, is of no certain size and so cannot be written.
    """
    bwrap = shutil.which("bwrap") or "bwrap"
    command = [bwrap, "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"]
    command += ["--die-with-parent", "--new-session"]
    for path in _SYSTEM:
        if os.path.islink(path):
            command += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            command += _ro(path, path)
    java = (f"/etc/{name}" for name in os.listdir("/etc") if name.startswith("java-"))
    for path in (*_SETTINGS, *java):
        command += ["--ro-bind-try", path, path]
    command += _without_us("/usr")
    command += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"]
    command += ["--size", str(16 * MIB), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    return [*command, "--size", str(room), "--tmpfs", "/tmp"]


def _ro(path: str, name: str) -> list[str]:
    return ["--ro-bind", path, name]


@cache
def _without_us(top: str) -> list[str]:
    """Return the options that hide this package, which holds the answers, below a folder."""
    places = [f"{top}/{lib}/*-packages/poker_table" for lib in _INSTALLED]
    ours = {path for place in places for path in glob.glob(place)}
    ours |= {_US} if _US.startswith(f"{top}/") else set()
    hidden = (["--size", "4096", "--tmpfs", path, "--remount-ro", path] for path in sorted(ours))
    return [word for words in hidden for word in words]


def _views(program: str) -> list[str]:
    """Return the options that show an interpreter from outside the system's folders.

    Each link on the way to it is laid again. Of a `…/bin/python3` that is none all that was
    installed with it is shown, of anything else the one file.
    """
    options, shown = [], _SHOWN
    while program.startswith("/"):
        folder, is_link = os.path.dirname(program), os.path.islink(program)
        above = os.path.dirname(folder)
        outside = not f"{program}/".startswith(shown)
        if outside and _is_installation(folder, above, is_link):
            shown = (*shown, f"{above}/")
            options += [*_ro(above, above), *_without_us(above)]
        elif outside and is_link:
            options += ["--symlink", os.readlink(program), program]
        elif outside and os.path.lexists(program):
            options += _ro(program, program)
        if not is_link:
            break
        program = os.path.normpath(os.path.join(folder, os.readlink(program)))
    return options


def _is_installation(folder: str, above: str, is_link: bool) -> bool:
    """Return whether what lies above a program's folder is there for the program alone."""
    if is_link:
        return os.path.exists(os.path.join(above, "pyvenv.cfg"))
    home = os.path.expanduser("~")
    is_peoples = f"{home}/".startswith(f"{above}/") or above in ("/", f"{home}/.local")
    return os.path.basename(folder) in ("bin", "shims") and not is_peoples


@cache
def _trouble_with_bwrap() -> str:
    """Return why bubblewrap cannot be used, or nothing if a trial run works."""
    if shutil.which("bwrap") is None:
        return "there is no program bwrap"
    trial = subprocess.run([*_bwrap(MIB), "--", "/bin/sh", "-c", "exit 0"], capture_output=True)
    said = trial.stderr.decode("utf-8", "replace").strip()
    return "" if trial.returncode == 0 else said or f"it ended with {trial.returncode}"
