"""A hostile program: one function per attempt, reported as held or as got through.

The file where.txt has one line each for the marker's process, home, a file, and a listener's port.
An attempt that is held raises OSError, ImportError or ValueError. The decorator says what is tried and
what prevents it, for the table in attempts.md.
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

LIBC = ctypes.CDLL(None, use_errno=True)
ATTEMPTS = []
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


def tries(what, held_by):
    """Register a function as an attempt."""

    def register(attempt):
        ATTEMPTS.append((attempt, what, held_by))
        return attempt

    return register


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


@tries("write to /", READ_ONLY)
def root_folder():
    fill("/")


@tries("write to /dev", READ_ONLY)
def dev_folder():
    fill("/dev")


@tries("write to /etc", READ_ONLY)
def etc_folder():
    fill("/etc")


@tries("fill /dev/shm", DISK)
def shared_memory_folder():
    fill("/dev/shm")


@tries("fill its own folder", DISK)
def own_folder():
    fill(".")


@tries("fill /tmp", DISK)
def temporary_folder():
    fill("/tmp")


@tries("write to the folder of the system's programs", READ_ONLY)
def system_folder():
    fill("/usr/bin")


@tries("change the files that its submission is copied from", READ_ONLY)
def submitted_files():
    fill("../submitted")


@tries("set /proc/sys/kernel/core_pattern", READ_ONLY)
def core_pattern():
    with open("/proc/sys/kernel/core_pattern", "r+"):
        pass


@tries("write to /proc/sysrq-trigger", READ_ONLY)
def sysrq():
    with open("/proc/sysrq-trigger", "w"):
        pass


@tries("choose the processor that handles interrupts", READ_ONLY)
def interrupts():
    with open("/proc/irq/default_smp_affinity", "r+"):
        pass


@tries("take away everybody's permission for /dev/null", READ_ONLY)
def null_for_nobody():
    os.chmod("/dev/null", os.stat("/dev/null").st_mode & 0o777)


@tries("change the mode of a system's program", READ_ONLY)
def program_mode():
    os.chmod("/usr/bin/env", 0o755)


@tries("change a system's program", READ_ONLY)
def program():
    with open("/usr/bin/yes", "r+b"):
        pass


@tries("write to the executable of the sandbox's first process", USERS)
def first_process_file():
    with open("/proc/1/exe", "r+b"):
        pass


@tries("make / writable again", USERS)
def remount():
    done(LIBC.mount(None, b"/", None, 0x20 | 0x1000, None))


@tries("unmount a folder to see the one below it", USERS)
def unmount():
    done(LIBC.umount2(b"/proc", 2))


@tries("mount with the newer system calls (fsopen)", FILTER)
def new_mount():
    call("fsopen", b"tmpfs", 0)


@tries("create a disk device (mknod)", USERS)
def disk_device():
    os.mknod("disk", 0o60600, os.makedev(254, 0))


@tries("find a disk in /dev", HIDDEN)
def disk_shown():
    known = {"null", "zero", "full", "random", "urandom", "tty", "console", "ptmx"}
    known |= {"pts", "shm", "core", "fd", "stdin", "stdout", "stderr"}
    expect_found(set(os.listdir("/dev")) - known)


def expect_found(names):
    if not names:
        raise FileNotFoundError("nothing was found")


@tries("open a file by its handle, whatever is mounted (open_by_handle_at)", FILTER)
def handle():
    call("open_by_handle_at", -100, b"\x08\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0", 0)


@tries("change the root (chroot)", USERS)
def change_root():
    os.chroot(".")


@tries("read the marker's home folder", HIDDEN)
def home():
    interpreter = os.path.realpath(sys.executable)
    paths = (os.path.join(HOME, name, "") for name in os.listdir(HOME))
    expect_found([path for path in paths if not interpreter.startswith(path)])


@tries("read one of the marker's files", HIDDEN)
def secret():
    with open(SECRET):
        pass


@tries("read that file through /proc/1/root", HIDDEN)
def secret_through_root():
    with open(f"/proc/1/root{SECRET}"):
        pass


@tries("read one of the marker's files through /proc and the marker's process", PIDS)
def secret_through_marker():
    with open(f"/proc/{MARKER}/root{SECRET}"):
        pass


@tries("read that file through a symbolic link", HIDDEN)
def secret_by_link():
    os.symlink(SECRET, "link")
    with open("link"):
        pass


@tries("read /etc/shadow", HIDDEN)
def passwords():
    with open("/etc/shadow"):
        pass


@tries("list the devices in /sys", HIDDEN)
def devices():
    os.listdir("/sys")


@tries("import the marker's evaluator", HIDDEN)
def answers():
    importlib.import_module("poker_table.game.hand")


@tries("find the marker's evaluator anywhere on the disk", HIDDEN)
def answers_anywhere():
    tops = [top for top in ("/usr", "/opt", "/root", "/home") if os.path.isdir(top)]
    folders = [folder for top in tops for folder, _, _ in os.walk(top)]
    expect_found(
        [f for f in folders if f.endswith("/poker_table") and "hand.py" in str(list(os.walk(f)))]
    )


@tries("kill the marker", PIDS)
def kill_marker():
    os.kill(MARKER, 0)


@tries("get a descriptor of the marker's process (pidfd_open)", PIDS)
def stop_marker():
    call("pidfd_open", MARKER, 0)


@tries("write to the marker's output", PIDS)
def marker_output():
    with open(f"/proc/{MARKER}/fd/1", "w"):
        pass


@tries("trace the marker (ptrace)", PIDS)
def trace_marker():
    done(LIBC.ptrace(16, MARKER, None, None))


@tries("read the marker's memory", PIDS)
def marker_memory():
    read = ctypes.create_string_buffer(8)
    place = (ctypes.c_size_t * 2)(ctypes.addressof(read), 8)
    call("process_vm_readv", MARKER, place, 1, place, 1, 0)


@tries("kill the sandbox's first process", PIDS)
def kill_first():
    os.kill(1, signal.SIGKILL)
    time.sleep(0.1)
    os.kill(1, 0)
    raise PermissionError("it lives")


@tries("see other processes in /proc", PIDS)
def other_processes():
    expect_found([name for name in os.listdir("/proc") if name.isdecimal() and int(name) > 2000])


@tries("type into the marker's terminal", PIDS)
def terminal():
    with open("/dev/tty", "w"):
        pass


@tries("enter the first process's namespaces (setns)", FILTER)
def enter():
    with open("/proc/1/ns/user") as file:
        done(LIBC.setns(file.fileno(), 0))


@tries("create a user namespace and be root in it (unshare)", FILTER)
def own_users():
    done(LIBC.unshare(0x10000000))


@tries("start a process that is root in a user namespace (clone)", USERS)
def own_users_by_clone():
    stack = ctypes.create_string_buffer(65536)
    end = ctypes.c_void_p(ctypes.addressof(stack) + 65536)
    child = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(lambda _: 0)
    done(LIBC.clone(child, end, 0x10000000 | signal.SIGCHLD, None))


@tries("read the session's keyring", FILTER)
def read_keys():
    call("keyctl", 6, -3, 0)


@tries("add to the session's keyring", FILTER)
def add_key():
    call("add_key", b"user", b"poker-table-test", b"x", 1, -3)


@tries("request a key", FILTER)
def ask_for_key():
    call("request_key", b"user", b"poker-table-test", None, -3)


@tries("read the session's keyring with a 32-bit system call", FILTER)
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


@tries("set up an io_uring", FILTER)
def io_uring():
    call("io_uring_setup", 8, ctypes.create_string_buffer(256))


@tries("handle its own page faults (userfaultfd)", FILTER)
def page_faults():
    call("userfaultfd", 1)


@tries("load a program into the kernel (bpf)", FILTER)
def load_bpf():
    call("bpf", 0, ctypes.create_string_buffer(128), 128)


@tries("profile other programs (perf_event_open)", FILTER)
def measure():
    call("perf_event_open", ctypes.create_string_buffer(128), 0, -1, -1, 0)


@tries("load another kernel", USERS)
def load_kernel():
    call("kexec_load", 0, 0, None, 0)


@tries("load a kernel module", USERS)
def load_module():
    call("init_module", b"x", 1, b"")


@tries("allocate memory that counts for no process: memfd_create", FILTER)
def hidden_memory():
    call("memfd_create", b"x", 0)


@tries("allocate memory that counts for no process: memfd_secret", FILTER)
def secret_memory():
    call("memfd_secret", 0)


@tries("allocate memory that counts for no process: shared segments", FILTER)
def segments():
    call("shmget", 0, 2**30, 0o1600)


@tries("allocate memory that counts for no process: message queues", FILTER)
def queues():
    call("msgget", 0, 0o1600)


@tries("reach the host of a virtual machine (vsock)", FILTER)
def vsock():
    socket.socket(40, socket.SOCK_STREAM).close()


@tries("use the kernel's cryptography (AF_ALG)", FILTER)
def ciphers():
    socket.socket(38, socket.SOCK_SEQPACKET).close()


@tries("capture network packets (AF_PACKET)", FILTER)
def listen():
    socket.socket(17, socket.SOCK_RAW).close()


@tries("connect to a server on the marker's machine", NETWORK)
def connect():
    socket.create_connection(("127.0.0.1", PORT), timeout=1).close()


@tries("connect to one through an abstract socket", NETWORK)
def connect_by_name():
    with socket.socket(socket.AF_UNIX) as end:
        end.connect(f"\0poker-table-{PORT}")


@tries("send a datagram", NETWORK)
def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.sendto(b"x", ("127.255.255.254", 9))
        end.connect(("192.0.2.1", 9))


@tries("rename the machine", USERS)
def host_name():
    socket.sethostname("mine")


@tries("set the clock", USERS)
def clock():
    time.clock_settime(time.CLOCK_REALTIME, time.time())


@tries("restart the machine", USERS)
def restart():
    done(LIBC.reboot(0))


@tries("get real-time priority", USERS)
def priority():
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))


@tries("get a higher priority than the marker (nice)", USERS)
def nice():
    os.nice(-10)


@tries("raise its own resource limits", USERS)
def limits():
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**40, 2**40))


@tries("write a file that is larger than the limit", LIMITS)
def large_file():
    with open("large", "wb") as file:
        file.write(MIB)
        file.write(b"x")


@tries("change the owner of a file (chown)", USERS)
def own():
    with open("mine", "w"):
        pass
    os.chown("mine", 12345, 12345)


@tries("create a setuid program", "mounts with nosuid")
def setuid():
    with open("/proc/self/mountinfo") as mounts:
        expect_found([line for line in mounts if "nosuid" not in line])


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
    for attempt, _, _ in ATTEMPTS:
        print(f"{attempt.__name__}: {outcome(attempt)}", flush=True)
