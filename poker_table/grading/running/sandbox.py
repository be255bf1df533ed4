"""The sandbox: a program sees its own folder, the system's programs, and nothing else."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count

import poker_table
from poker_table.grading.errors import MarkerError
from poker_table.grading.running import syscall_filter

LEVELS = "auto", "bwrap", "none"
MIB = 1024 * 1024
PROGRAMS = "/usr/local/bin:/usr/bin:/bin"
FILTER_FD = 10  # the descriptor of the seccomp filter; a shell script can use only 0 to 9
NO_FILTER = " without libseccomp (apt-get install libseccomp2)"
NO_BUBBLEWRAP = "apt-get install bubblewrap, or --sandbox none for programs that you trust"

# Dynamically linked programs, compilers and Java need these; they contain no personal data.
_SYSTEM = "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"
_SETTINGS = "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime"
_VISIBLE = tuple(f"{path}/" for path in (*_SYSTEM, *_SETTINGS))
# Where an interpreter keeps its packages, relative to its installation's folder.
_LIBRARIES = "lib*/python3*", "local/lib*/python3*", "versions/*/lib/python3*"
_OUR_PACKAGE = os.path.dirname(os.path.abspath(poker_table.__file__))
# What is shown of an installation: a folder with `bin` may have a person's other files in it, too.
_SHOWN = "bin", "lib*", "include", "share"
# What only a language's installation has, as a pattern, and what its programs need besides.
_INSTALLATIONS = {
    "pyvenv.cfg": ("pyvenv.cfg",),  # a virtual environment of Python
    "lib*/py*3*/os.py": (),  # Python, PyPy
    "lib/modules": ("conf",),  # Java
    "jre/lib/rt.jar": ("jre",),  # Java 8
    "include/node/node.h": (),
    "lib*/ruby/[0-9]*": (),
    "lib*/[0-9]*/strict.pm": (),  # Perl
    "lib*/perl5/[0-9]*/strict.pm": (),
    "lib*/php": (),
    "lib/rustlib": (),
    "pkg/tool": ("pkg", "src", "go.env", "VERSION"),  # Go
    "share/julia": (),
}
# Copy a folder to the working folder, write the file of this run, limit the size of files, and
# report to descriptor 9. The student's program starts only then: any failure before that is the
# marker's. What has the file's name goes first: a link would lead to another file.
_COPY = "cp -RP --preserve=timestamps" if sys.platform == "linux" else "cp -RPp"
_PREPARE = (
    f'{_COPY} "$1/." . && if [ "$FILE" ]; then'
    ' if [ -e "$FILE" ] || [ -L "$FILE" ]; then rm -rf "./$FILE"; fi && printf %s "$TEXT" >"$FILE"'
    '; fi && unset FILE TEXT && ulimit -f "$2" && shift 2 && echo ready >&9 && exec "$@" 9>&-'
)
NEEDS_LINUX = {
    "nt": "`wsl --install` installs it on Windows, and the README's two commands work there",
    "posix": "to check your own program on this system, add --sandbox none",
}


def level_in_force(requested: str) -> str:
    """Return the sandbox level to use, bwrap or none, for a requested level.

    Raises MarkerError if bwrap is requested and does not work here. On systems other than Linux,
    raises MarkerError for any level but `none`, which works on POSIX systems.
    """
    if sys.platform != "linux" and (requested != "none" or os.name != "posix"):
        raise MarkerError(f"grade needs Linux: {NEEDS_LINUX[os.name]}")
    if requested == "none":
        return "none"
    problem = _problem_with_bwrap()
    if problem and requested == "bwrap":
        raise MarkerError(f"bubblewrap does not work here: {problem} ({NO_BUBBLEWRAP})")
    return "none" if problem else "bwrap"


def level_in_words(level: str) -> str:
    """Return the name of a level, and what it lacks on this machine."""
    return level + NO_FILTER if level == "bwrap" and not syscall_filter.bpf() else level


def command_in_copy(command: Sequence[str], source: str, max_file: int) -> list[str]:
    """Return the command that copies a folder to the working folder and runs a command there.

    If there is a variable FILE in the environment, it adds a file with this name that contains the
    variable TEXT. `max_file` is the largest size of a file in bytes. The exit code is 126 or 127 if
    the program cannot be started. A C program's output is line-buffered if stdbuf is installed, so
    that a crash loses no line.
    """
    buffered = [stdbuf, "-oL"] if (stdbuf := shutil.which("stdbuf", path=PROGRAMS)) else []
    blocks = str(max_file // 512)
    return ["/bin/sh", "-c", _PREPARE, "sh", source, blocks, *buffered, *command]


def command_in_bwrap(command: Sequence[str], source: str, max_file: int, disk: int) -> list[str]:
    """Return the command that does the same as `command_in_copy` inside bubblewrap.

    The program has no network and sees no other processes. It sees the copies in `work_folder()`,
    the system's programs, its interpreter, and the files that the command names by an absolute
    path. All files that it writes are in memory, at most `disk` bytes together.
    """
    inner_source = f"{os.path.dirname(work_folder())}/submitted"
    mounts = _interpreter_mounts(command[0])
    for path in command[1:]:
        if path.startswith("/") and os.path.isfile(path) and not path.startswith(_VISIBLE):
            mounts += _ro(path, path)
    mounts += ["--dir", work_folder(), *_ro(source, inner_source)]
    filtered = ["--seccomp", str(FILTER_FD)] if syscall_filter.bpf() else []
    return [
        *_bwrap(disk), *mounts, "--chdir", work_folder(), "--remount-ro", "/", *filtered,
        "--", *command_in_copy(command, inner_source, max_file),
    ]  # fmt: skip


@cache
def work_folder() -> str:
    """Return the path of the working folder inside the sandbox: one unused on this machine."""
    names = (f"/tmp/poker-table{number or ''}" for number in count())
    return next(name for name in names if not os.path.lexists(name)) + "/work"


def find_program(program: str) -> str | None:
    """Return the path of a program named without a slash, or None.

    The marker's own virtual environment is skipped: it contains this package with its evaluator,
    which a student's program must not import. For a version manager's shim, which looks for the
    interpreter at each start, return the interpreter.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if sys.prefix != sys.base_prefix:
        own = os.path.join(os.path.realpath(sys.prefix), "")
        folders = [path for path in folders if not f"{os.path.realpath(path)}/".startswith(own)]
    path = shutil.which(program, path=os.pathsep.join(folders))
    return path and resolve_shim(path)


@cache
def resolve_shim(path: str) -> str:
    """Return the program that a shim such as `~/.pyenv/shims/python3` starts; else the path itself.

    pyenv, rbenv, nodenv, asdf and mise all answer the subcommand `which`.
    """
    folder, name = os.path.split(path)
    root = os.path.dirname(folder)
    manager = os.path.basename(root).lstrip(".")
    if os.path.basename(folder) != "shims":
        return path
    manager_path = shutil.which(manager, path=f"{root}/bin") or shutil.which(manager)
    if manager_path is None:
        return path
    which = subprocess.run([manager_path, "which", name], capture_output=True, text=True)
    target = which.stdout.strip()
    return target if os.path.isfile(target) else path


def _bwrap(tmp_bytes: int) -> list[str]:
    """Return bubblewrap's options that are the same for every command; /tmp has `tmp_bytes`.

    A user namespace is used for root too: without it, root in the sandbox could write to all that
    root owns. /dev is remounted read-only because bubblewrap sets no size limit for it.
    """
    bwrap = shutil.which("bwrap") or "bwrap"
    command = [bwrap, "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"]
    command += ["--die-with-parent", "--new-session"]
    for path in filter(os.path.lexists, _SYSTEM):
        command += _shown(path)
    java = (f"/etc/{name}" for name in os.listdir("/etc") if name.startswith("java-"))
    for path in (*_SETTINGS, *java):
        command += ["--ro-bind-try", path, path]
    command += _hide_our_package("/usr")
    command += ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"]
    command += ["--size", str(16 * MIB), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    return [*command, "--size", str(tmp_bytes), "--tmpfs", "/tmp"]


def _ro(source: str, target: str) -> list[str]:
    return ["--ro-bind", source, target]


@cache
def _hide_our_package(folder: str) -> list[str]:
    """Return the options that hide this package, which has the answers, inside a folder."""
    patterns = [f"{folder}/{library}/*-packages/poker_table" for library in _LIBRARIES]
    copies = {path for pattern in patterns for path in glob.glob(pattern)}
    if _OUR_PACKAGE.startswith(f"{folder}/"):
        copies.add(_OUR_PACKAGE)
    options = []
    for path in sorted(copies):
        options += ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
    return options


def _interpreter_mounts(program: str) -> list[str]:
    """Return the options that show an interpreter that is not in the system's folders.

    Symbolic links to the interpreter are recreated. If it is in the `bin` folder of an installation
    of its own, what its programs need of that is shown, else only the file.
    """
    options, visible = [], _VISIBLE
    while program.startswith("/"):
        folder, is_link = os.path.dirname(program), os.path.islink(program)
        parent = os.path.dirname(folder)
        shown = [] if f"{program}/".startswith(visible) else _parts_of_installation(parent)
        if os.path.basename(folder) == "bin" and shown:
            visible = (*visible, *(f"{path}/" for path in shown))
            for path in shown:
                options += _shown(path)
            options += _hide_our_package(parent)
        elif not f"{program}/".startswith(visible) and os.path.lexists(program):
            options += _shown(program)
        if not is_link:
            break
        program = os.path.normpath(os.path.join(folder, os.readlink(program)))
    return options


def _shown(path: str) -> list[str]:
    """Return the options that show a file or folder; a link is recreated, and leads no further."""
    return ["--symlink", os.readlink(path), path] if os.path.islink(path) else _ro(path, path)


@cache
def _parts_of_installation(parent: str) -> list[str]:
    """Return the files and folders to show of a language's installation.

    There are none if `parent` is not recognised as one, or is a place for a person's other files.
    """
    if _is_personal(os.path.realpath(parent)):
        return []
    folder = glob.escape(parent)
    needs = [names for sign, names in _INSTALLATIONS.items() if glob.glob(f"{folder}/{sign}")]
    patterns = {name for names in needs for name in (*_SHOWN, *names)}
    return sorted(path for pattern in patterns for path in glob.glob(f"{folder}/{pattern}"))


def _is_personal(folder: str) -> bool:
    """Return whether a folder is a home folder or its `.local`, or contains a home folder."""
    homes = _homes()
    has_home = any(f"{home}/".startswith(f"{folder}/") for home in homes)
    return has_home or folder in ("/", *(f"{home}/.local" for home in homes))


@cache
def _homes() -> list[str]:
    """Return everybody's home folders: those of the system, whatever the environment says."""
    import pwd  # Windows has none

    users = pwd.getpwall()
    with suppress(KeyError):  # a user without a name; one that is known but not listed is added
        users.append(pwd.getpwuid(os.getuid()))
    return [os.path.realpath(user.pw_dir) for user in users]


@cache
def _problem_with_bwrap() -> str:
    """Return why bubblewrap cannot be used; empty if a trial run succeeds."""
    if shutil.which("bwrap") is None:
        return "there is no program bwrap"
    trial = subprocess.run([*_bwrap(MIB), "--", "/bin/sh", "-c", "exit 0"], capture_output=True)
    if trial.returncode == 0:
        return ""
    stderr = trial.stderr.decode("utf-8", "replace").strip()
    return stderr or f"it exited with code {trial.returncode}"
