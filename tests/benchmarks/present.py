"""How fast a class votes: `present` with a thousand phones, compared with a bare Starlette echo.

`python tests/benchmarks/present.py [--phones N] [--hostile] [--files N]`: raw clients of many
addresses join within 10 s, vote within 2 s, change their votes and wait for the reveal. The same
clients send requests to the echo server. The reveal goes to all clients at once, so it is compared
with echo requests that all clients send at once. It prints the times in milliseconds, their ratio,
and the memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from presenting import free_port, presenting

ECHO = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
async def echo(request):
    return Response(await request.body())
app = Starlette(routes=[Route("/vote", echo, methods=["POST"])])
uvicorn.run(app, port=int(sys.argv[1]), http="h11", ws="none", log_level="critical", backlog=2048)
"""


class Client:
    """A phone: a connection for its posts, and one for its stream."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number, self.cookie = port, number, ""
        self.address = f"127.1.{number // 200}.{number % 200 + 1}"
        self.revealed = asyncio.Event()

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        local = self.address, 0
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=local)

    async def post(self, path: str, body: bytes) -> float:
        """Return how many milliseconds a post took, its connection included."""
        start = time.perf_counter()
        reader, writer = await self.open()
        head = f"POST /{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
        head += f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 200"), answer
        if b"set-cookie: " in answer:
            self.cookie = answer.split(b"set-cookie: ")[1].split(b";")[0].decode()
        return 1000 * (time.perf_counter() - start)

    async def listen(self) -> None:
        """Read the stream until the reveal comes."""
        reader, writer = await self.open()
        head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n\r\n"
        writer.write(head.encode())
        while b'"reason"' not in (line := await reader.readline()):
            assert line
        self.arrived = time.perf_counter()
        self.revealed.set()
        writer.close()

    async def flood(self) -> None:
        """Do what a hostile client does, for ever."""
        while True:
            with suppress(OSError):
                reader, writer = await self.open()
                kind = self.number % 3
                request = b"GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                writer.write((request * 20, os.urandom(2000), b"GET / HT")[kind])
                await asyncio.wait_for(reader.read(1000), 20 if kind == 2 else 5)
                writer.close()
            await asyncio.sleep(0.01)


def attack(port: int, clients: int) -> None:
    """Run hostile clients in a process of their own, so that they do not delay the measurement.

    It has a low priority, because real attackers would not use the processor of the server.
    """
    os.nice(10)

    async def all_of_them() -> None:
        await asyncio.gather(*(Client(port, 40_000 + number).flood() for number in range(clients)))

    asyncio.run(all_of_them())


async def within(seconds: float, tasks: list) -> list[float]:
    """Return the results of tasks that start at random moments within some seconds."""

    async def later(task):
        await asyncio.sleep(seconds * random.random())
        return await task

    return await asyncio.gather(*map(later, tasks))


def print_times(what: str, times: list[float], bare: list[float]) -> None:
    """Print the median and the 99th percentile, and their ratios to the echo's."""
    ends = [
        (statistics.median(each), statistics.quantiles(each, n=100)[98]) for each in (times, bare)
    ]
    for name, of_ours, of_echo in zip(("p50", "p99"), *ends, strict=True):
        print(f"{what:<12}{name} {of_ours:8.1f} ms, {of_ours / of_echo:.1f} x")


def memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def measure(running, echo: int, phones: int, hostile: bool) -> None:
    lecturer, pid = Client(running.port, 0), running.process.pid
    await lecturer.post("key", json.dumps({"key": running.keys["Remote"]}).encode())
    clients = [Client(running.port, number) for number in range(phones)]
    joins = [await client.post("join", b"{}") for client in clients[:10]]
    streams = [asyncio.create_task(client.listen()) for client in clients[:10]]
    await asyncio.sleep(1)
    begun = memory(pid)
    joins += await within(10, [client.post("join", b"{}") for client in clients[10:]])
    streams += [asyncio.create_task(client.listen()) for client in clients[10:]]
    await asyncio.sleep(3)
    grown = memory(pid)
    print(f"memory      {begun:.0f} MiB with 10 phones, {grown:.0f} MiB with {phones:,}")

    async def act(action: str) -> None:
        await lecturer.post("lead", json.dumps({"action": action, "question": 0}).encode())

    await act("open")
    vote = b'{"question": 0, "round": 0, "answer": 1}'
    bare = [Client(echo, number) for number in range(phones)]
    enemies = multiprocessing.Process(target=attack, args=(running.port, phones // 10), daemon=True)
    if hostile:
        enemies.start()
        await asyncio.sleep(1)
    echoes = await within(2, [client.post("vote", vote) for client in bare])
    votes = await within(2, [client.post("vote", vote) for client in clients])
    changes = await within(2, [client.post("vote", vote) for client in clients])
    echoes += await within(2, [client.post("vote", vote) for client in bare])
    bursts = await within(0, [client.post("vote", vote) for client in bare])
    await act("close")
    start = time.perf_counter()
    await act("reveal")
    await asyncio.wait_for(asyncio.gather(*streams), 60)
    reveals = [1000 * (client.arrived - start) for client in clients]
    print_times("echo", echoes, echoes)
    for what, times in ("join", joins), ("vote", votes), ("change", changes):
        print_times(what, times, echoes)
    print_times("all at once", bursts, bursts)
    print_times("reveal", reveals, bursts)
    print(f"memory      {memory(pid):.0f} MiB at the end")
    if hostile:
        enemies.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=1000)
    parser.add_argument("--hostile", action="store_true", help="with a hostile tenth beside them")
    parser.add_argument("--files", type=int, help="how many files the server may open at first")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    port, many = free_port(), min(hard, 65536)
    echo = subprocess.Popen([sys.executable, "-c", ECHO, str(port)])
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            resource.setrlimit(resource.RLIMIT_NOFILE, (options.files or soft, hard))
            with presenting("three.txt") as running:
                resource.setrlimit(resource.RLIMIT_NOFILE, (many, hard))
                asyncio.run(measure(running, port, options.phones, options.hostile))
                took, _ = running.stop()
                print(f"ended in    {took:.1f} s after Ctrl-C")
            os.chdir("/")
    finally:
        echo.kill()


if __name__ == "__main__":
    main()
