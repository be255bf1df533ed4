"""A process that runs programs within limits, each in its own fork, and kills all they leave.

The fork is the subreaper of its run: whatever the program starts, even in a new session, becomes a
child of the fork when its own parent ends, so that the fork can kill it. A process can do that for
one run only. The supervisor ends when its standard input closes: then the marker is gone.

Only Linux has these system calls and /proc. On other systems the fork limits time and output, not
memory and processes, and kills the program's process group.

supervisor_pool.py starts this module without the rest of the package and without `site`, and the
module imports little, because each fork copies all that is loaded. So coverage cannot trace it.

A request is one line of JSON on standard input. The answer on standard output is one, too, followed
by the bytes of the program's output: in JSON, a byte may take six.

    {"limits": [seconds, memory, processes, output, threads, file, disk], "environment": {...},
     "folder": "...", "command": [...], "seccomp_filter": "BPF in hexadecimal", "filter_fd": 10}
    {"end": "exited", "exit_code": 0, "err": "...", "ready": "...", "out_bytes": 0}

`end` is "exited" or the limit that stopped the run: time, clock, memory, processes, output or
threads. The command is a shell that prepares the run, writes a line to descriptor 9, closes it, and
executes the student's program; `ready` is that line. The seccomp filter can be read once, from
`filter_fd`.

If systemd started the supervisor in a control group of its own, which a second argument says, each
run gets a group within that: so the kernel counts memory and threads that no file in /proc tells,
and shares the processors out by supervisors, however many processes a run has.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import sys
import time
from fcntl import F_DUPFD_CLOEXEC, fcntl

ON_LINUX = sys.platform == "linux"
SET_CHILD_SUBREAPER = 36  # of prctl(2)
NEW_MOUNTS = 0x20000  # of unshare(2)
PRIVATE_ALL, BIND, REMOUNT_READ_ONLY = 0x44000, 0x1000, 0x21  # of mount(2)
SIGKILL = 9
MAX_CLOCK = 10  # times the limit of time: on a busy machine a run may take as long
CHECK_INTERVAL = 0.05  # seconds between two checks of memory and processes
MAX_ERR = 8192  # bytes of the error output that are kept: one half is its beginning, one its end
NOT_STARTED = 126  # the exit code that a shell uses for this
STANDARD_INPUT = 64 * b"\n"
READY = 9  # the descriptor on which the command says that it has prepared the run
LOWEST_SPARE = 11  # greater than every descriptor that a program gets
MAX_USER_TASKS = 4096  # a second limit against fork bombs; the kernel does not apply it to root
HAS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
TICKS = os.sysconf("SC_CLK_TCK")
PARENT, TIMES, THREADS = 1, slice(11, 15), 17  # of what `_fields` returns for `stat`


class SupervisedRun:
    """One program while it runs: its output so far, and the limit that it exceeded, if any."""

    def __init__(
        self, limits: list[int], environment: dict[str, str], command: list[str],
        seccomp_filter: str, filter_fd: int, group: str,
    ) -> None:  # fmt: skip
        self.seconds, self.memory, self.processes, self.output, self.threads = limits[:5]
        self.group = group
        self.end, self.status = "exited", 0
        self.out, self.err, self.ready = bytearray(), bytearray(), bytearray()
        self.err_bytes, self.waited = 0, dict[int, float]()  # seconds by process, ended ones too
        pipes = os.pipe(), os.pipe(), os.pipe()
        buffers, read_ends = (self.out, self.err, self.ready), [read_end for read_end, _ in pipes]
        self.buffer_of = dict(zip(read_ends, buffers, strict=True))
        self.started = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            out, err, ready = (write_end for _, write_end in pipes)
            descriptors = {0: _filled_pipe(STANDARD_INPUT), 1: out, 2: err, READY: ready}
            if seccomp_filter:
                descriptors[filter_fd] = _filled_pipe(bytes.fromhex(seccomp_filter))
            self._execute(command, environment, descriptors)
        for read_end, write_end in pipes:
            os.close(write_end)
            os.set_blocking(read_end, False)  # a process that is not killed may keep a pipe open

    def wait(self) -> int:
        """Wait until the program exits or exceeds a limit; then kill every process that it started.

        Return its exit code, 128 + N if signal N killed it.
        """
        poll = select.poll()
        ends = {0, os.pidfd_open(self.pid)} if ON_LINUX else {0}  # 0 is the marker's pipe
        for descriptor in (*ends, *self.buffer_of):
            poll.register(descriptor, select.POLLIN)
        next_check = time.monotonic() + CHECK_INTERVAL
        while self.end == "exited":
            wait = max(0.0, next_check - time.monotonic())
            readable = [descriptor for descriptor, _ in poll.poll(1000 * wait + 1)]
            if not ends.isdisjoint(readable):
                break
            for descriptor in readable:
                if not self._read(descriptor):
                    poll.unregister(descriptor)
            if time.monotonic() >= next_check:
                if not ON_LINUX:  # there is no pidfd_open
                    ended, self.status = os.waitpid(self.pid, os.WNOHANG)
                    if ended:
                        break
                self._check_limits()
                next_check = time.monotonic() + CHECK_INTERVAL
        exit_code = self._kill_all()
        for descriptor in self.buffer_of:
            while self._read(descriptor):
                pass
        return exit_code

    def _execute(
        self, command: list[str], environment: dict[str, str], descriptors: dict[int, int]
    ) -> None:
        """Replace this process with the command, which gets these descriptors and no others."""
        err = descriptors[2]
        try:
            if self.group:
                _write(f"{self.group}/cgroup.procs", 0)  # 0 is the process itself
            os.setsid()
            os.nice(5)  # the supervisor must get its turn even beside a fork bomb
            # First move all of them out of the way: one may have another's target number.
            for number, descriptor in descriptors.items():
                descriptors[number] = fcntl(descriptor, F_DUPFD_CLOEXEC, LOWEST_SPARE)
            for number, descriptor in descriptors.items():
                os.dup2(descriptor, number)
            err = 2
            _limit(resource.RLIMIT_CORE, 0)
            _limit(resource.RLIMIT_CPU, self.seconds)
            _limit(resource.RLIMIT_NOFILE, 256)
            _limit(resource.RLIMIT_NPROC, MAX_USER_TASKS)
            os.execvpe(command[0], command, environment)
        except OSError as error:
            os.write(err, f"{command[0]}: {error.strerror}\n".encode())
        finally:
            os._exit(NOT_STARTED)

    def _read(self, descriptor: int) -> bool:
        """Read once from a pipe into its buffer; return whether there was anything to read."""
        buffer = self.buffer_of[descriptor]
        try:
            data = os.read(descriptor, 65536)
        except BlockingIOError:
            return False
        if data and buffer is self.ready:  # the time for preparing the run does not count
            self.started = time.monotonic()
        if buffer is self.err:  # its middle is removed once it is too long
            self.err_bytes += len(data)
            buffer += data
            del buffer[MAX_ERR // 2 : max(MAX_ERR // 2, len(buffer) - MAX_ERR // 2)]
        else:
            buffer += data[: self.output - len(buffer)]
        if data and max(len(buffer), self.err_bytes) >= self.output:
            self.end = "output"
        return bool(data)

    def _check_limits(self) -> None:
        """Set `end` if the run exceeds a limit that the kernel cannot enforce.

        RLIMIT_AS would stop sanitizer builds and Java, which reserve far more memory than they use,
        and RLIMIT_NPROC does not bind root.
        """
        processes = descendants() if ON_LINUX else {}
        used, elapsed = sum(map(_seconds, processes.values())), time.monotonic() - self.started
        self.waited |= {pid: _waiting_time(pid) for pid in processes}
        # On a busy machine, preparing the run may take as long as it has to.
        waited = sum(self.waited.values()) if self.ready else float("inf")
        if end := exceeded_time(self.seconds, used, elapsed, waited):
            self.end = end
        elif len(processes) > self.processes:
            self.end = "processes"
        elif sum(int(stat[THREADS]) for stat in processes.values()) > self.threads:
            self.end = "threads"
        elif sum(map(_resident, processes)) > self.memory < sum(map(_proportional, processes)):
            self.end = "memory"

    def _kill_all(self) -> int:
        """Kill every process of the run; return the program's exit code, 128 + N for signal N."""
        if not ON_LINUX:
            try:  # noqa: SIM105 (importing contextlib costs a tenth of a fork)
                os.kill(-self.pid, SIGKILL)
            except OSError:  # there are none, or only zombies
                pass
        try:
            # Repeat until no child remains: a process whose parent ends becomes our child.
            while True:
                pid, ended = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    for running in descendants() if ON_LINUX else [self.pid]:
                        try:  # noqa: SIM105 (as above)
                            os.kill(running, SIGKILL)
                        except ProcessLookupError:  # it has just ended
                            pass
                    pid, ended = os.waitpid(-1, 0)
                if pid == self.pid:
                    self.status = ended
        except ChildProcessError:
            exit_code = os.waitstatus_to_exitcode(self.status)
            return exit_code if exit_code >= 0 else 128 - exit_code


def exceeded_time(limit: int, used: float, elapsed: float, waited: float) -> str:
    """Return which limit of time a run exceeds, if any: "time" or "clock".

    `used` are the processor seconds of all its processes: the same on a busy machine. The clock is
    for a run that uses few: it has a second more, and stands while a process waits for a processor,
    but not for ever.

    >>> [exceeded_time(5, *seconds) for seconds in [(5, 4, 0), (1, 6, 0), (1, 20, 18), (1, 50, 49)]]
    ['time', 'clock', '', 'clock']
    """
    if used >= limit:
        return "time"
    return "clock" if elapsed >= min(limit + 1 + waited, MAX_CLOCK * limit) else ""


def descendants() -> dict[int, list[bytes]]:
    """Return all processes that descend from this one, zombies included, with their `stat`.

    While a process starts and ends others, some of them may be missed, but never our own children.
    """
    found, pending = list[int](), [os.getpid()]
    all_children = {} if HAS_CHILDREN else _all_children()
    while pending:
        parent = pending.pop()
        born = _children(parent) if HAS_CHILDREN else all_children.get(parent, [])
        found += born
        pending += born
    stats = {pid: _fields(pid, "stat") for pid in found}
    return {pid: stat for pid, stat in stats.items() if stat}  # else it has just ended


def _children(pid: int) -> list[int]:
    """Return the children of a process: each of its threads lists those that it made."""
    children: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:  # it has just ended
        return []
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as stream:
                children += map(int, stream.read().split())
        except OSError:  # it has just ended, and another thread has its children
            pass
    return children


def _all_children() -> dict[int, list[int]]:
    """Return the children of every process, for kernels that list none: much slower."""
    children: dict[int, list[int]] = {}
    for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))):
        if stat := _fields(pid, "stat"):
            children.setdefault(int(stat[PARENT]), []).append(pid)
    return children


def _fields(pid: int, file: str) -> list[bytes]:
    """Return the fields of a file in /proc/PID, none if the process has ended.

    Those of `stat` begin with the third: the name before it is in brackets, and may contain blanks
    and brackets itself.
    """
    try:
        with open(f"/proc/{pid}/{file}", "rb") as stream:
            return stream.read().rpartition(b")")[2].split()
    except OSError:
        return []


def _seconds(stat: list[bytes]) -> float:
    """Return the processor seconds of a process, and of its children that it has waited for."""
    return sum(map(int, stat[TIMES])) / TICKS


def _waiting_time(pid: int) -> float:
    """Return the seconds for which a process was ready to run but had no processor."""
    fields = _fields(pid, "schedstat")
    return int(fields[1]) / 1e9 if fields else 0.0


def _resident(pid: int) -> int:
    """Return the resident bytes of a process, shared memory and page tables included."""
    return 1024 * _labelled(f"/proc/{pid}/status", b"VmRSS:", b"VmPTE:")


def _proportional(pid: int) -> int:
    """Return the bytes of a process, counting its share of shared memory; slow to compute."""
    share = _labelled(f"/proc/{pid}/smaps_rollup", b"Pss:")
    # There is no share if the process has ended, or may not be inspected.
    return 1024 * (share + _labelled(f"/proc/{pid}/status", b"VmPTE:")) if share else _resident(pid)


def _labelled(path: str, *labels: bytes) -> int:
    """Return the sum of the numbers after some labels in a file of the kernel."""
    try:
        with open(path, "rb") as stream:
            return sum(int(line.split()[1]) for line in stream if line.startswith(labels))
    except OSError:
        return 0


def _limit(what: int, amount: int) -> None:
    """Set a resource limit for this process, or its hard limit if that is lower."""
    _, hard = resource.getrlimit(what)
    top = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    # At the soft limit of processor time the kernel sends SIGXCPU, at the hard limit SIGKILL.
    resource.setrlimit(what, (top, hard if what == resource.RLIMIT_CPU else top))


def _lock_devices() -> None:
    """Mount the devices read-only, for this process and its children.

    If the marker is root, a program keeps root's user id even in the sandbox, and could otherwise
    change the devices' modes. Programs can still read from and write to a device that is mounted
    read-only. For an ordinary user the kernel refuses the mounts, and nothing needs them.
    """
    library = ctypes.CDLL(None)
    if library.unshare(NEW_MOUNTS) == 0:
        library.mount(None, b"/", None, PRIVATE_ALL, None)
        for name in b"null", b"zero", b"full", b"random", b"urandom", b"tty":
            path = b"/dev/" + name
            library.mount(path, path, None, BIND, None)
            library.mount(None, path, None, BIND | REMOUNT_READ_ONLY, None)


def _enter_control_group() -> str:
    """Return the folder of the control group that systemd made for this process alone.

    A group that divides its share among groups may have no process itself: this one moves below.
    Raises OSError if the system has no control groups (version 2) that can limit a run.
    """
    with open("/proc/self/cgroup") as file:
        scope = "/sys/fs/cgroup" + file.read().strip().removeprefix("0::")
    os.mkdir(f"{scope}/supervisor")
    _write(f"{scope}/supervisor/cgroup.procs", 0)
    _write(f"{scope}/cgroup.subtree_control", "+cpu +memory +pids")
    return scope


def _group_for_run(scope: str, limits: list[int]) -> str:
    """Make a control group for one run; return its folder.

    Its limits are above those that are checked here, which also say what was exceeded.
    """
    _, memory, _, _, threads, _, disk = limits
    group = f"{scope}/{os.getpid()}"
    os.mkdir(group)
    _write(f"{group}/memory.max", memory + disk)
    _write(f"{group}/memory.oom.group", 1)  # then all its processes end
    _write(f"{group}/pids.max", 2 * threads)
    if os.path.exists(f"{group}/memory.swap.max"):  # not in a kernel that cannot swap
        _write(f"{group}/memory.swap.max", 0)
    return group


def _write(path: str, what: object) -> None:
    with open(path, "w") as file:
        file.write(str(what))


def _filled_pipe(content: bytes) -> int:
    """Return a descriptor from which a little content can be read, followed by end of file."""
    read_end, write_end = os.pipe()
    os.write(write_end, content)
    os.close(write_end)
    return read_end


def answer(line: bytes, scope: str) -> tuple[dict[str, str | int], bytearray]:
    """Run the program of one request; return the line of the answer, as data, and the output.

    `scope` is the folder of this process's own control group, if it has one.
    """
    request = json.loads(line)
    if ON_LINUX:
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os.chdir(request.pop("folder"))
    group = _group_for_run(scope, request["limits"]) if scope else ""
    run = SupervisedRun(**request, group=group)
    exit_code = run.wait()
    if group:
        if run.end == "exited" and _labelled(f"{group}/memory.events", b"oom_kill "):
            run.end = "memory"
        os.rmdir(group)
    err, ready = (text.decode("utf-8", "replace") for text in (run.err, run.ready))
    ended: dict[str, str | int] = {"end": run.end, "exit_code": exit_code}
    return {**ended, "err": err, "ready": ready, "out_bytes": len(run.out)}, run.out


def main() -> None:
    """Answer each request on standard input, until it closes or a fork fails."""
    scope = _enter_control_group() if sys.argv[2:] else ""
    if ON_LINUX:
        _lock_devices()
    with open(0, "rb", closefd=False) as requests:
        for line in requests:
            if os.fork() == 0:
                ended, out = answer(line, scope)
                with open(1, "wb", closefd=False) as answers:
                    answers.write(json.dumps(ended).encode() + b"\n")
                    answers.write(out)
                os._exit(0)
            if os.wait()[1]:
                break
