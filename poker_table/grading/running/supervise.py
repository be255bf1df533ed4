"""A process that runs programs in their limits, each in a fork of itself, and ends all of each.

The fork stands between the marker and the program because one process can be the reaper of one run
only: whatever the program starts, were it to call setsid and lose its parent, becomes a child of
the fork and ends with it. When standard input closes, the marker is gone, and so it ends too.
supervisor_pool.py starts it without the rest of this package, and it imports little,
because each fork copies all that is loaded.

Each request is a line of JSON on standard input, and so is its answer on standard output:

    {"limits": [seconds, memory, processes, output], "environment": {...}, "folder": "...",
     "command": [...], "refused": "the seccomp filter in hexadecimal", "filter_at": 10}
    {"why": "ended", "code": 0, "out": "...", "err": "...", "begun": "..."}

The command writes a word to its descriptor 9 when it has prepared everything, closes it, and
becomes the student's program; `begun` is that word. The seccomp filter, if there is one, can be
read once from the descriptor `filter_at`.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import time
from fcntl import F_DUPFD_CLOEXEC, fcntl

SET_CHILD_SUBREAPER = 36  # of prctl(2)
NEW_MOUNTS = 0x20000  # of unshare(2); what follows is of mount(2)
PRIVATE_ALL, BIND, REMOUNT_READ_ONLY = 0x44000, 0x1000, 0x21
SIGKILL = 9
LOOK_EVERY = 0.05  # seconds between two looks at memory and processes
NOT_STARTED = 126  # as a shell has it
ENTERS = 64 * b"\n"  # all that a program reads from standard input
READY = 9  # the descriptor on which the command says that it has prepared everything
ABOVE = 64  # every number that a descriptor of a program is to have
MOST_TASKS_OF_A_USER = 4096  # a second fence against fork bombs; the kernel ignores it for root
PAGE = os.sysconf("SC_PAGE_SIZE")


class Supervised:
    """One program while it runs: what it has written so far, and why it was stopped, if it was."""

    def __init__(
        self,
        limits: list[int],
        environment: dict[str, str],
        command: list[str],
        refused: str,
        filter_at: int,
    ) -> None:
        self.seconds, self.memory, self.processes, self.output = limits
        self.why = "ended"
        self.out, self.err, self.begun = bytearray(), bytearray(), bytearray()
        pipes = os.pipe(), os.pipe(), os.pipe()
        streams = self.out, self.err, self.begun
        self.read_ends = {
            read_end: each for (read_end, _), each in zip(pipes, streams, strict=True)
        }
        self.deadline = time.monotonic() + self.seconds
        self.pid = os.fork()
        if self.pid == 0:
            out, err, begun = (write_end for _, write_end in pipes)
            descriptors = {0: _filled_pipe(ENTERS), 1: out, 2: err, READY: begun}
            if refused:
                descriptors[filter_at] = _filled_pipe(bytes.fromhex(refused))
            self._become(command, environment, descriptors)
        for _, write_end in pipes:
            os.close(write_end)

    def watch(self) -> int:
        """Follow the program to its end or past a limit; end its tree; return its exit code."""
        poll = select.poll()
        exited = os.pidfd_open(self.pid)
        for descriptor in (0, exited, *self.read_ends):
            poll.register(descriptor, select.POLLIN)
        look_at = time.monotonic() + LOOK_EVERY
        while self.why == "ended":
            wait = max(0.0, look_at - time.monotonic())
            ready = [descriptor for descriptor, _ in poll.poll(1000 * wait + 1)]
            if exited in ready or 0 in ready:
                break
            for descriptor in ready:
                if not self._read(descriptor):
                    poll.unregister(descriptor)
            if time.monotonic() >= look_at:
                self._look()
                look_at = time.monotonic() + LOOK_EVERY
        code = self._end()
        for descriptor in self.read_ends:
            while self._read(descriptor):
                pass
        return code

    def _become(
        self, command: list[str], environment: dict[str, str], descriptors: dict[int, int]
    ) -> None:
        """Become the program, with these descriptors and no others."""
        try:
            os.setsid()
            os.nice(5)  # this process must get its turn even beside a fork bomb
            # Out of the way first: one may have the number that another is to have.
            moved = {n: fcntl(each, F_DUPFD_CLOEXEC, ABOVE) for n, each in descriptors.items()}
            for number, each in moved.items():
                os.dup2(each, number)
            _limit(resource.RLIMIT_CORE, 0)
            _limit(resource.RLIMIT_CPU, self.seconds)
            _limit(resource.RLIMIT_NOFILE, 256)
            _limit(resource.RLIMIT_NPROC, MOST_TASKS_OF_A_USER)
            os.execvpe(command[0], command, environment)
        except OSError as error:
            os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        finally:
            os._exit(NOT_STARTED)

    def _read(self, descriptor: int) -> bool:
        stream = self.read_ends[descriptor]
        data = os.read(descriptor, 65536)
        if data and stream is self.begun:  # only from now on is the time the program's
            self.deadline = time.monotonic() + self.seconds
        stream += data[: self.output - len(stream)]
        if len(data) and len(stream) >= self.output:
            self.why = "output"
        return bool(data)

    def _look(self) -> None:
        """Stop the run if it is past a limit that the kernel does not keep for us.

        RLIMIT_AS would refuse sanitizer builds and Java, which reserve far more than they use,
        and RLIMIT_NPROC does not bind root: so both are looked at from here. Time that a program
        spent waiting for a processor is not its own: on a busy machine it gets up to four times as
        much, so that the same program gets the same marks.
        """
        tree = descendants()
        late = time.monotonic() - self.deadline
        if late >= 0 and late >= min(max(map(_waited, tree), default=0), 3 * self.seconds):
            self.why = "time"
        elif len(tree) > self.processes:
            self.why = "processes"
        elif sum(map(_resident, tree)) > self.memory < sum(map(_own_share, tree)):
            self.why = "memory"

    def _end(self) -> int:
        """End every process of the run; return the first one's exit code, 128 + N for signal N."""
        status = 0
        try:
            while True:  # until none is left: whoever loses its parent becomes a child of ours
                pid, ended = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    for running in descendants():
                        try:  # noqa: SIM105 (contextlib would be a tenth of a fork)
                            os.kill(running, SIGKILL)
                        except ProcessLookupError:  # it has ended since
                            pass
                    pid, ended = os.waitpid(-1, 0)
                if pid == self.pid:
                    status = ended
        except ChildProcessError:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def descendants() -> list[int]:
    """Return the process numbers of all that descend from this process, zombies included."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            children.setdefault(_in_second_place(int(entry), "stat"), []).append(int(entry))
    pids = []
    waiting = [os.getpid()]
    while waiting:
        born = children.get(waiting.pop(), [])
        pids += born
        waiting += born
    return pids


def _in_second_place(pid: int, file: str) -> int:
    """Return the number in second place in a file of a process, 0 if that has ended since."""
    try:
        with open(f"/proc/{pid}/{file}", "rb") as stream:
            # In `stat` a name comes first, in brackets: it may hold blanks and brackets too.
            return int(stream.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError):
        return 0


def _resident(pid: int) -> int:
    return _in_second_place(pid, "statm") * PAGE


def _waited(pid: int) -> float:
    """Return the seconds that a process was ready to run and did not get a processor."""
    return _in_second_place(pid, "schedstat") / 1e9


def _own_share(pid: int) -> int:
    """Return the bytes of a process, what it shares divided among those who do; slow to find."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            return 1024 * sum(int(line.split()[1]) for line in file if line.startswith(b"Pss:"))
    except OSError:  # it has ended since, or is not ours to look into
        return _resident(pid)


def _limit(what: int, amount: int) -> None:
    _, hard = resource.getrlimit(what)
    top = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(what, (top, hard if what == resource.RLIMIT_CPU else top))


def _lock_devices() -> None:
    """Let nobody change the devices' modes who is root by number, as in the sandbox root's is.

    For this process and those it starts they are on mounts that are read-only, which leaves a
    device readable and writable. Nothing happens where that is refused, as to an ordinary user.
    """
    library = ctypes.CDLL(None)
    if library.unshare(NEW_MOUNTS) == 0:
        library.mount(None, b"/", None, PRIVATE_ALL, None)
        for name in b"null", b"zero", b"full", b"random", b"urandom", b"tty":
            path = b"/dev/" + name
            library.mount(path, path, None, BIND, None)
            library.mount(None, path, None, BIND | REMOUNT_READ_ONLY, None)


def _filled_pipe(content: bytes) -> int:
    """Return a descriptor from which a little content can be read, and then its end."""
    reads, writes = os.pipe()
    os.write(writes, content)
    os.close(writes)
    return reads


def answer(line: bytes) -> dict[str, str | int]:
    """Run a program; whatever loses its parent meanwhile becomes a child of this process."""
    request = json.loads(line)
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.chdir(request.pop("folder"))
    run = Supervised(**request)
    code = run.watch()
    out, err, begun = (part.decode("utf-8", "replace") for part in (run.out, run.err, run.begun))
    return {"why": run.why, "code": code, "out": out, "err": err, "begun": begun}


def main() -> None:
    """Answer each request that comes on standard input, until that closes or a fork fails."""
    _lock_devices()
    with open(0, "rb", closefd=False) as requests:
        for line in requests:
            if os.fork() == 0:
                with open(1, "w", closefd=False) as answers:
                    answers.write(json.dumps(answer(line)) + "\n")
                os._exit(0)
            if os.wait()[1]:
                break
