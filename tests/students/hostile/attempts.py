"""What a hostile program tries, one attempt a function; each is told as held or as got through.

It finds in where.txt, in a line each, what is the marker's: process, home, a file, a listener's port.
An attempt that is held raises OSError (or what importing or a limit raises). What it tries and what holds it
stand beside it, for the table in docs/contained.md.
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
READ_ONLY, VIEW, FILTER = "read-only mounts", "what is shown", "the filter of system calls"
OWN_PROCESSES, OWN_USERS = "its own processes", "its own users, without capabilities"
LIMITS, OWN_NETWORK, ROOM = "limits", "its own network", "the size of its own memory for files"
# The numbers of the calls on x86-64 and on every machine later than those.
NUMBERS = {
    "add_key": 248, "request_key": 249, "keyctl": 250, "perf_event_open": 298,
    "open_by_handle_at": 304, "process_vm_readv": 310, "memfd_create": 319, "bpf": 321,
    "userfaultfd": 323, "shmget": 29, "msgget": 68, "kexec_load": 246, "init_module": 175,
    "io_uring_setup": 425, "fsopen": 430, "pidfd_open": 434, "memfd_secret": 447,
}  # fmt: skip
MIB = b"x" * 2**20


def tries(what, held_by):
    """Put a function among the attempts."""

    def noted(attempt):
        ATTEMPTS.append((attempt, what, held_by))
        return attempt

    return noted


def done(result):
    """Raise what a C function says that went wrong, if it does."""
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
    """Write files of a MiB until there is no room; whoever finds room for 400 got through."""
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


@tries("fill /dev/shm", ROOM)
def shared_memory_folder():
    fill("/dev/shm")


@tries("fill its own folder", ROOM)
def own_folder():
    fill(".")


@tries("fill /tmp", ROOM)
def temporary_folder():
    fill("/tmp")


@tries("write among the system's programs", READ_ONLY)
def system_folder():
    fill("/usr/bin")


@tries("change what its submission is copied from", READ_ONLY)
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


@tries("set which processor serves interrupts", READ_ONLY)
def interrupts():
    with open("/proc/irq/default_smp_affinity", "r+"):
        pass


@tries("forbid /dev/null to everybody", READ_ONLY)
def null_for_nobody():
    os.chmod("/dev/null", os.stat("/dev/null").st_mode & 0o777)


@tries("change the mode of a system's program", READ_ONLY)
def program_mode():
    os.chmod("/usr/bin/env", 0o755)


@tries("change a system's program", READ_ONLY)
def program():
    with open("/usr/bin/yes", "r+b"):
        pass


@tries("change the file of the sandbox's first process", OWN_USERS)
def first_process_file():
    with open("/proc/1/exe", "r+b"):
        pass


@tries("make / writable again", OWN_USERS)
def remount():
    done(LIBC.mount(None, b"/", None, 0x20 | 0x1000, None))


@tries("take a mount away to see what is under it", OWN_USERS)
def unmount():
    done(LIBC.umount2(b"/proc", 2))


@tries("mount by the newer calls", FILTER)
def new_mount():
    call("fsopen", b"tmpfs", 0)


@tries("make the device of a disk", OWN_USERS)
def disk_device():
    os.mknod("disk", 0o60600, os.makedev(254, 0))


@tries("find a disk in /dev", VIEW)
def disk_shown():
    known = {"null", "zero", "full", "random", "urandom", "tty", "console", "ptmx"}
    known |= {"pts", "shm", "core", "fd", "stdin", "stdout", "stderr"}
    found(set(os.listdir("/dev")) - known)


def found(names):
    if not names:
        raise FileNotFoundError("nothing was found")


@tries("open a file by its number, past every mount (open_by_handle_at)", FILTER)
def handle():
    call("open_by_handle_at", -100, b"\x08\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0", 0)


@tries("change the root (chroot)", OWN_USERS)
def change_root():
    os.chroot(".")


@tries("read the marker's home", VIEW)
def home():
    interpreter = os.path.realpath(sys.executable)
    paths = (os.path.join(HOME, name, "") for name in os.listdir(HOME))
    found([path for path in paths if not interpreter.startswith(path)])


@tries("read a file of the marker's", VIEW)
def secret():
    with open(SECRET):
        pass


@tries("read that file through the first process's root", VIEW)
def secret_through_root():
    with open(f"/proc/1/root{SECRET}"):
        pass


@tries("read a file of the marker's through the marker's process", OWN_PROCESSES)
def secret_through_marker():
    with open(f"/proc/{MARKER}/root{SECRET}"):
        pass


@tries("read that file through a link", VIEW)
def secret_by_link():
    os.symlink(SECRET, "link")
    with open("link"):
        pass


@tries("read the passwords", VIEW)
def passwords():
    with open("/etc/shadow"):
        pass


@tries("read the kernel's devices in /sys", VIEW)
def devices():
    os.listdir("/sys")


@tries("import the marker's evaluator", VIEW)
def answers():
    importlib.import_module("poker_table.game.hand")


@tries("find the marker's evaluator in any folder of packages", VIEW)
def answers_anywhere():
    tops = [top for top in ("/usr", "/opt", "/root", "/home") if os.path.isdir(top)]
    folders = [folder for top in tops for folder, _, _ in os.walk(top)]
    found([f for f in folders if f.endswith("/poker_table") and "hand.py" in str(list(os.walk(f)))])


@tries("kill the marker", OWN_PROCESSES)
def kill_marker():
    os.kill(MARKER, 0)


@tries("stop the marker by a descriptor", OWN_PROCESSES)
def stop_marker():
    call("pidfd_open", MARKER, 0)


@tries("write to the marker's output", OWN_PROCESSES)
def marker_output():
    with open(f"/proc/{MARKER}/fd/1", "w"):
        pass


@tries("trace the marker (ptrace)", OWN_PROCESSES)
def trace_marker():
    done(LIBC.ptrace(16, MARKER, None, None))


@tries("read the marker's memory", OWN_PROCESSES)
def marker_memory():
    read = ctypes.create_string_buffer(8)
    place = (ctypes.c_size_t * 2)(ctypes.addressof(read), 8)
    call("process_vm_readv", MARKER, place, 1, place, 1, 0)


@tries("kill the sandbox's first process", OWN_PROCESSES)
def kill_first():
    os.kill(1, signal.SIGKILL)
    time.sleep(0.1)
    os.kill(1, 0)
    raise PermissionError("it lives")


@tries("find processes that are not its own", OWN_PROCESSES)
def other_processes():
    found([name for name in os.listdir("/proc") if name.isdecimal() and int(name) > 2000])


@tries("type into the marker's terminal", OWN_PROCESSES)
def terminal():
    with open("/dev/tty", "w"):
        pass


@tries("enter the first process's namespaces", FILTER)
def enter():
    with open("/proc/1/ns/user") as file:
        done(LIBC.setns(file.fileno(), 0))


@tries("make users of its own, and be root among them", FILTER)
def own_users():
    done(LIBC.unshare(0x10000000))


@tries("start a process that is root among users of its own (clone)", OWN_USERS)
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


@tries("ask for a key", FILTER)
def ask_for_key():
    call("request_key", b"user", b"poker-table-test", None, -3)


@tries("read the session's keyring by a call of 32 bits", FILTER)
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


@tries("open an io_uring", FILTER)
def io_uring():
    call("io_uring_setup", 8, ctypes.create_string_buffer(256))


@tries("handle its own page faults (userfaultfd)", FILTER)
def page_faults():
    call("userfaultfd", 1)


@tries("load a program into the kernel (bpf)", FILTER)
def load_bpf():
    call("bpf", 0, ctypes.create_string_buffer(128), 128)


@tries("measure other programs (perf_event_open)", FILTER)
def measure():
    call("perf_event_open", ctypes.create_string_buffer(128), 0, -1, -1, 0)


@tries("load another kernel", OWN_USERS)
def load_kernel():
    call("kexec_load", 0, 0, None, 0)


@tries("load a module of the kernel's", OWN_USERS)
def load_module():
    call("init_module", b"x", 1, b"")


@tries("keep memory that nobody counts: memfd_create", FILTER)
def hidden_memory():
    call("memfd_create", b"x", 0)


@tries("keep memory that nobody counts: memfd_secret", FILTER)
def secret_memory():
    call("memfd_secret", 0)


@tries("keep memory that nobody counts: shared segments", FILTER)
def segments():
    call("shmget", 0, 2**30, 0o1600)


@tries("keep memory that nobody counts: message queues", FILTER)
def queues():
    call("msgget", 0, 0o1600)


@tries("reach the machine below a virtual one (vsock)", FILTER)
def vsock():
    socket.socket(40, socket.SOCK_STREAM).close()


@tries("use the kernel's ciphers (AF_ALG)", FILTER)
def ciphers():
    socket.socket(38, socket.SOCK_SEQPACKET).close()


@tries("listen to the network", FILTER)
def listen():
    socket.socket(17, socket.SOCK_RAW).close()


@tries("connect to a server of the marker's machine", OWN_NETWORK)
def connect():
    socket.create_connection(("127.0.0.1", PORT), timeout=1).close()


@tries("connect to one by a name without a file (abstract socket)", OWN_NETWORK)
def connect_by_name():
    with socket.socket(socket.AF_UNIX) as end:
        end.connect(f"\0poker-table-{PORT}")


@tries("send a datagram out", OWN_NETWORK)
def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.sendto(b"x", ("127.255.255.254", 9))
        end.connect(("192.0.2.1", 9))


@tries("name the machine otherwise", OWN_USERS)
def host_name():
    socket.sethostname("mine")


@tries("set the clock", OWN_USERS)
def clock():
    time.clock_settime(time.CLOCK_REALTIME, time.time())


@tries("restart the machine", OWN_USERS)
def restart():
    done(LIBC.reboot(0))


@tries("take the processor for itself (real-time priority)", OWN_USERS)
def priority():
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))


@tries("be more important than the marker (nice)", OWN_USERS)
def nice():
    os.nice(-10)


@tries("raise its own limits", OWN_USERS)
def limits():
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**40, 2**40))


@tries("write a larger file than it may", LIMITS)
def large_file():
    with open("large", "wb") as file:
        file.write(MIB)
        file.write(b"x")


@tries("own what is root's", OWN_USERS)
def own():
    with open("mine", "w"):
        pass
    os.chown("mine", 12345, 12345)


@tries("leave a program that runs as its owner", "mounts without setuid")
def setuid():
    with open("/proc/self/mountinfo") as mounts:
        found([line for line in mounts if "nosuid" not in line])


def told(attempt):
    """Make an attempt in a process of its own and say how it went."""
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
    return os.read(reads, 1000).decode() or "held: it was ended"


if __name__ == "__main__":
    with open("where.txt") as file:
        marker, HOME, SECRET, port = file.read().splitlines()
    MARKER, PORT = int(marker), int(port)
    for attempt, _, _ in ATTEMPTS:
        print(f"{attempt.__name__}: {told(attempt)}", flush=True)
