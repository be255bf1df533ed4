"""Programs that try to cost their neighbours marks, or the marker time or memory: a row each.

None of them tries to leave the sandbox. Each runs until it is stopped, or prints what is hard to
judge. A submission calls one of them.
"""

import fcntl
import mmap
import os
import random
import resource
import signal
import socket
import sys
import threading
import time
from functools import partial
from itertools import count

MANY = 40  # processes: fewer than the limit
LENGTH = 70_000  # characters: more than are judged
MIB = 2**20


def busy():
    while True:
        pass


def in_children(function, number=MANY):
    for _ in range(number):
        if os.fork() == 0:
            function()
    time.sleep(600)


def sessions_of_busy_processes():
    def in_a_session():
        os.setsid()
        busy()

    in_children(in_a_session)


def short_lives():
    def children():
        while True:
            if os.fork() == 0:
                end = time.monotonic() + 0.01
                while time.monotonic() < end:
                    pass
                os._exit(0)
            os.wait()

    in_children(children, 4)


def orphans():
    while True:
        if os.fork() == 0:
            if os.fork() == 0:
                sum(range(100_000))
            os._exit(0)
        os.wait()


def busy_threads():
    for _ in range(MANY):
        threading.Thread(target=busy).start()


def ignores_the_end_of_its_time():
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    busy()


def moves_its_limit():
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    busy()


def gives_way_all_the_time():
    def give_way():
        while True:
            os.sched_yield()

    in_children(give_way)


def waits_for_idle_processors():
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    in_children(busy)


def writes_and_truncates():
    with open("large", "wb") as file:
        while True:
            file.write(bytes(MIB // 2))
            file.seek(0)
            file.truncate()


def reads_the_system():
    while True:
        for folder, _, names in os.walk("/usr/lib"):
            for name in names:
                try:
                    with open(os.path.join(folder, name), "rb") as file:
                        file.read()
                except OSError:
                    continue


def ping_pong():
    ours, theirs = socket.socketpair()
    end = theirs if os.fork() == 0 else ours
    while True:
        end.send(b"x")
        end.recv(1)


def a_storm_of_signals():
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 1e-6, 1e-6)
    busy()


def locks_what_all_see():
    with open("/usr/bin/env", "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        time.sleep(600)


def page_tables():
    pages = mmap.mmap(-1, 2**40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
    for start in range(0, 2**40, 2 * MIB):
        pages[start]


def page_tables_of_many():
    def touch():
        pages = mmap.mmap(-1, 2**36, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
        for start in range(0, 2**36, 2 * MIB):
            pages[start]
        time.sleep(600)

    in_children(touch)


def fills_memory():
    keep = []
    while True:
        keep.append(bytearray(b"x") * (64 * MIB))


def shares_memory():
    shared = mmap.mmap(-1, 900 * MIB)
    for start in range(0, len(shared), 4096):
        shared[start] = 1
    in_children(lambda: time.sleep(600))


def sleeping_threads():
    threading.stack_size(64 * 1024)
    for _ in range(5000):
        threading.Thread(target=time.sleep, args=(600,)).start()


def many_mappings():
    maps = [mmap.mmap(-1, 4096, prot=1 + number % 2) for number in range(60_000)]
    time.sleep(len(maps))


def fills_sockets():
    pairs = [socket.socketpair() for _ in range(100)]
    for one, _ in pairs:
        one.setblocking(False)
        try:
            while True:
                one.send(bytes(65536))
        except BlockingIOError:
            continue
    time.sleep(600)


def fills_pipes():
    for _ in range(100):
        _, end = os.pipe()
        os.write(end, bytes(65536))
    time.sleep(600)


def fills_files():
    for number in count():
        with open(f"{number}", "wb") as file:
            file.write(bytes(MIB - 1))


def leaves_zombies():
    while True:
        if os.fork() == 0:
            os._exit(0)


def forks_without_end():
    while True:
        os.fork()


def complains_in_zeros():
    sys.stderr.buffer.write(bytes(MIB - 1))
    sys.exit(1)


def floods():
    while True:
        sys.stdout.buffer.write(b"Player 1 - 2C 3C 4C 5C 6C\n" * 1000)


def texts(unit, width):
    """Print lines that each begin with another number, so that no two outputs are the same."""
    for _ in range(LENGTH // width):
        print((f"Player {random.randrange(10**6)} " + unit * width)[:width])


def suits_and_words_in_blocks():
    for number in range(LENGTH // 1000):
        print(f"Player {number}.{random.random()}")
        print(("♠Aof" * 20 + "\n") * 11)


def hands_without_end():
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    for number in range(LENGTH // 35):
        print(f"Player {number % 10 + 1} - {' '.join(random.sample(cards, 5))} - Pair")


SMALL = {
    "stops itself": partial(os.kill, os.getpid(), signal.SIGSTOP),
    "sleeps": partial(time.sleep, 600),
    "executes itself": partial(os.execv, sys.executable, [sys.executable, *sys.argv]),
    "says zeros": lambda: sys.stdout.buffer.write(bytes(MIB - 1)),
    "says no text": lambda: sys.stdout.buffer.write(b"\xff\xfe\x80" * 300_000),
    "suits and words": partial(texts, "♠Aof", 399),
    "one long line": partial(texts, "♠Aof", LENGTH),
    "one long number": partial(texts, str(random.randrange(9)), LENGTH),
    "brackets": partial(texts, "(('A',", 399),
    "words for cards": partial(texts, "the ace of ", 399),
    "names of players": partial(texts, "hand number player ", 30),
    "unfinished escapes": partial(texts, "\x1b]", LENGTH),
    "letters that grow": partial(texts, "İﬃ\u0300\u200d", 399),
}
HELPERS = busy, in_children, texts
ATTEMPTS = SMALL | {
    name.replace("_", " "): value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and value not in HELPERS
}
