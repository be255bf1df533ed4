"""A hostile program: one row per attempt, reported as held or as got through.

The file where.txt has one line each for the marker's process, home, a file, and a listener's port.
An attempt that is held raises OSError, ImportError or ValueError. A row says what is tried and what
prevents it, for the table in attempts.md.
"""

import ctypes
import errno
import importlib
import mmap
import os
import resource
import signal
import socket
import sys
import time
from functools import partial

LIBC = ctypes.CDLL(None, use_errno=True)
READ_ONLY, HIDDEN, FILTER = "read-only mounts", "files that are not mounted", "the seccomp filter"
PIDS, USERS = "a PID namespace", "a user namespace without capabilities"
LIMITS, NETWORK, DISK = "resource limits", "a network namespace", "the size of its tmpfs"
# System call numbers on x86-64; from 424 on they are the same on every architecture.
NUMBERS = {
    "add_key": 248, "request_key": 249, "keyctl": 250, "perf_event_open": 298,
    "open_by_handle_at": 304, "process_vm_readv": 310, "memfd_create": 319, "bpf": 321,
    "userfaultfd": 323, "shmget": 29, "msgget": 68, "kexec_load": 246, "init_module": 175,
    "io_uring_setup": 425, "fsopen": 430, "pidfd_open": 434, "memfd_secret": 447,
}  # fmt: skip
MIB = b"x" * 2**20


def done(result):
    """Return a C function's result; raise OSError if it reports an error."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def call(name, *arguments):
    """Make a system call."""
    if os.uname().machine != "x86_64" and NUMBERS[name] < 424:
        raise OSError(errno.ENOSYS, "tried on x86-64 only")
    longs = (ctypes.c_long(word) if isinstance(word, int) else word for word in arguments)
    return done(LIBC.syscall(ctypes.c_long(NUMBERS[name]), *longs))


def fill(folder):
    """Write files of a MiB until the disk is full; if 400 of them fit, the attempt got through."""
    names = [os.path.join(folder, f"filled-{number}") for number in range(400)]
    try:
        for name in names:
            with open(name, "wb") as file:
                file.write(MIB[:-1])
    finally:
        for name in filter(os.path.exists, names):
            os.unlink(name)


def opened(path, mode="r"):
    with open(path, mode):
        pass


def null_for_nobody():
    os.chmod("/dev/null", os.stat("/dev/null").st_mode & 0o777)


def disk_shown():
    known = {"null", "zero", "full", "random", "urandom", "tty", "console", "ptmx"}
    known |= {"pts", "shm", "core", "fd", "stdin", "stdout", "stderr"}
    expect_found(set(os.listdir("/dev")) - known)


def expect_found(names):
    if not names:
        raise FileNotFoundError("nothing was found")


def home():
    interpreter = os.path.realpath(sys.executable)
    paths = (os.path.join(HOME, name, "") for name in os.listdir(HOME))
    expect_found([path for path in paths if not interpreter.startswith(path)])


def secret_by_link():
    os.symlink(SECRET, "link")
    opened("link")


def answers_anywhere():
    tops = [top for top in ("/usr", "/opt", "/root", "/home") if os.path.isdir(top)]
    folders = [folder for top in tops for folder, _, _ in os.walk(top)]
    expect_found(
        [f for f in folders if f.endswith("/poker_table") and "hand.py" in str(list(os.walk(f)))]
    )


def marker_memory():
    read = ctypes.create_string_buffer(8)
    place = (ctypes.c_size_t * 2)(ctypes.addressof(read), 8)
    call("process_vm_readv", MARKER, place, 1, place, 1, 0)


def kill_first():
    os.kill(1, signal.SIGKILL)
    time.sleep(0.1)
    os.kill(1, 0)
    raise PermissionError("it lives")


def other_processes():
    expect_found([name for name in os.listdir("/proc") if name.isdecimal() and int(name) > 2000])


def enter():
    with open("/proc/1/ns/user") as file:
        done(LIBC.setns(file.fileno(), 0))


def own_users_by_clone():
    stack = ctypes.create_string_buffer(65536)
    end = ctypes.c_void_p(ctypes.addressof(stack) + 65536)
    child = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(lambda _: 0)
    done(LIBC.clone(child, end, 0x10000000 | signal.SIGCHLD, None))


def keys_by_old_calls():
    if os.uname().machine != "x86_64":
        raise OSError(errno.ENOSYS, "tried on x86-64 only")
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\x53\xb8\x20\x01\x00\x00\xbb\x06\x00\x00\x00\xb9\xfd\xff\xff\xff\x31\xd2")
    code.write(b"\xcd\x80\x5b\xc3")
    start = ctypes.addressof(ctypes.c_char.from_buffer(code))
    answer = ctypes.CFUNCTYPE(ctypes.c_int)(start)()
    if answer < 0:
        raise OSError(-answer, os.strerror(-answer))


def connect_by_name():
    with socket.socket(socket.AF_UNIX) as end:
        end.connect(f"\0poker-table-{PORT}")


def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.sendto(b"x", ("127.255.255.254", 9))
        end.connect(("192.0.2.1", 9))


def large_file():
    with open("large", "wb") as file:
        file.write(MIB)
        file.write(b"x")


def own():
    opened("mine", "w")
    os.chown("mine", 12345, 12345)


def setuid():
    with open("/proc/self/mountinfo") as mounts:
        expect_found([line for line in mounts if "nosuid" not in line])


HIDDEN_MEMORY = "allocate memory that counts for no process"
# What is tried, what holds it, and how it is tried.
ATTEMPTS = [
    ("write to /", READ_ONLY, partial(fill, "/")),
    ("write to /dev", READ_ONLY, partial(fill, "/dev")),
    ("write to /etc", READ_ONLY, partial(fill, "/etc")),
    ("fill /dev/shm", DISK, partial(fill, "/dev/shm")),
    ("fill its own folder", DISK, partial(fill, ".")),
    ("fill /tmp", DISK, partial(fill, "/tmp")),
    ("write to the folder of the system's programs", READ_ONLY, partial(fill, "/usr/bin")),
    ("change the files that its submission is copied from", READ_ONLY,
     partial(fill, "../submitted")),
    ("set /proc/sys/kernel/core_pattern", READ_ONLY,
     partial(opened, "/proc/sys/kernel/core_pattern", "r+")),
    ("write to /proc/sysrq-trigger", READ_ONLY, partial(opened, "/proc/sysrq-trigger", "w")),
    ("choose the processor that handles interrupts", READ_ONLY,
     partial(opened, "/proc/irq/default_smp_affinity", "r+")),
    ("take away everybody's permission for /dev/null", READ_ONLY, null_for_nobody),
    ("change the mode of a system's program", READ_ONLY, lambda: os.chmod("/usr/bin/env", 0o755)),
    ("change a system's program", READ_ONLY, partial(opened, "/usr/bin/yes", "r+b")),
    ("write to the executable of the sandbox's first process", USERS,
     partial(opened, "/proc/1/exe", "r+b")),
    ("make / writable again", USERS,
     lambda: done(LIBC.mount(None, b"/", None, 0x20 | 0x1000, None))),
    ("unmount a folder to see the one below it", USERS, lambda: done(LIBC.umount2(b"/proc", 2))),
    ("mount with the newer system calls (fsopen)", FILTER, partial(call, "fsopen", b"tmpfs", 0)),
    ("create a disk device (mknod)", USERS,
     lambda: os.mknod("disk", 0o60600, os.makedev(254, 0))),
    ("find a disk in /dev", HIDDEN, disk_shown),
    ("open a file by its handle, whatever is mounted (open_by_handle_at)", FILTER,
     partial(call, "open_by_handle_at", -100,
             b"\x08\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0", 0)),
    ("change the root (chroot)", USERS, partial(os.chroot, ".")),
    ("read the marker's home folder", HIDDEN, home),
    ("read one of the marker's files", HIDDEN, lambda: opened(SECRET)),
    ("read that file through /proc/1/root", HIDDEN, lambda: opened(f"/proc/1/root{SECRET}")),
    ("read one of the marker's files through /proc and the marker's process", PIDS,
     lambda: opened(f"/proc/{MARKER}/root{SECRET}")),
    ("read that file through a symbolic link", HIDDEN, secret_by_link),
    ("read /etc/shadow", HIDDEN, partial(opened, "/etc/shadow")),
    ("list the devices in /sys", HIDDEN, partial(os.listdir, "/sys")),
    ("import the marker's evaluator", HIDDEN,
     partial(importlib.import_module, "poker_table.game.hand")),
    ("find the marker's evaluator anywhere on the disk", HIDDEN, answers_anywhere),
    ("kill the marker", PIDS, lambda: os.kill(MARKER, 0)),
    ("get a descriptor of the marker's process (pidfd_open)", PIDS,
     lambda: call("pidfd_open", MARKER, 0)),
    ("write to the marker's output", PIDS, lambda: opened(f"/proc/{MARKER}/fd/1", "w")),
    ("trace the marker (ptrace)", PIDS, lambda: done(LIBC.ptrace(16, MARKER, None, None))),
    ("read the marker's memory", PIDS, marker_memory),
    ("kill the sandbox's first process", PIDS, kill_first),
    ("see other processes in /proc", PIDS, other_processes),
    ("type into the marker's terminal", PIDS, partial(opened, "/dev/tty", "w")),
    ("enter the first process's namespaces (setns)", FILTER, enter),
    ("create a user namespace and be root in it (unshare)", FILTER,
     lambda: done(LIBC.unshare(0x10000000))),
    ("start a process that is root in a user namespace (clone)", USERS, own_users_by_clone),
    ("read the session's keyring", FILTER, partial(call, "keyctl", 6, -3, 0)),
    ("add to the session's keyring", FILTER,
     partial(call, "add_key", b"user", b"poker-table-test", b"x", 1, -3)),
    ("request a key", FILTER, partial(call, "request_key", b"user", b"poker-table-test", None, -3)),
    ("read the session's keyring with a 32-bit system call", FILTER, keys_by_old_calls),
    ("set up an io_uring", FILTER,
     lambda: call("io_uring_setup", 8, ctypes.create_string_buffer(256))),
    ("handle its own page faults (userfaultfd)", FILTER, partial(call, "userfaultfd", 1)),
    ("load a program into the kernel (bpf)", FILTER,
     lambda: call("bpf", 0, ctypes.create_string_buffer(128), 128)),
    ("profile other programs (perf_event_open)", FILTER,
     lambda: call("perf_event_open", ctypes.create_string_buffer(128), 0, -1, -1, 0)),
    ("load another kernel", USERS, partial(call, "kexec_load", 0, 0, None, 0)),
    ("load a kernel module", USERS, partial(call, "init_module", b"x", 1, b"")),
    (f"{HIDDEN_MEMORY}: memfd_create", FILTER, partial(call, "memfd_create", b"x", 0)),
    (f"{HIDDEN_MEMORY}: memfd_secret", FILTER, partial(call, "memfd_secret", 0)),
    (f"{HIDDEN_MEMORY}: shared segments", FILTER, partial(call, "shmget", 0, 2**30, 0o1600)),
    (f"{HIDDEN_MEMORY}: message queues", FILTER, partial(call, "msgget", 0, 0o1600)),
    ("reach the host of a virtual machine (vsock)", FILTER,
     lambda: socket.socket(40, socket.SOCK_STREAM).close()),
    ("use the kernel's cryptography (AF_ALG)", FILTER,
     lambda: socket.socket(38, socket.SOCK_SEQPACKET).close()),
    ("capture network packets (AF_PACKET)", FILTER,
     lambda: socket.socket(17, socket.SOCK_RAW).close()),
    ("connect to a server on the marker's machine", NETWORK,
     lambda: socket.create_connection(("127.0.0.1", PORT), timeout=1).close()),
    ("connect to one through an abstract socket", NETWORK, connect_by_name),
    ("send a datagram", NETWORK, send),
    ("rename the machine", USERS, partial(socket.sethostname, "mine")),
    ("set the clock", USERS, lambda: time.clock_settime(time.CLOCK_REALTIME, time.time())),
    ("restart the machine", USERS, lambda: done(LIBC.reboot(0))),
    ("get real-time priority", USERS,
     lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))),
    ("get a higher priority than the marker (nice)", USERS, partial(os.nice, -10)),
    ("raise its own resource limits", USERS,
     partial(resource.setrlimit, resource.RLIMIT_FSIZE, (2**40, 2**40))),
    ("write a file that is larger than the limit", LIMITS, large_file),
    ("change the owner of a file (chown)", USERS, own),
    ("create a setuid program", "mounts with nosuid", setuid),
]  # fmt: skip


def outcome(attempt):
    """Run an attempt in a process of its own; return how it ended."""
    reads, writes = os.pipe()
    if os.fork() == 0:
        try:
            attempt()
            os.write(writes, b"got through")
        except (OSError, ImportError, ValueError) as error:
            os.write(writes, f"held: {error}".encode())
        finally:
            os._exit(0)
    os.close(writes)
    os.wait()
    return os.read(reads, 1000).decode() or "held: it was killed"


if __name__ == "__main__":
    with open("where.txt") as file:
        marker, HOME, SECRET, port = file.read().splitlines()
    MARKER, PORT = int(marker), int(port)
    for what, _, attempt in ATTEMPTS:
        print(f"{what} | {outcome(attempt)}", flush=True)
