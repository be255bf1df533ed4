"""How fast a class votes: `present` with a thousand phones, compared with a bare Starlette echo.

`python tests/benchmarks/present.py [--phones N] [--hostile] [--files N] [--nginx]`: raw clients of
many addresses join within 10 s, ask for the state as often as they are told, vote within 2 s,
change their votes and wait for the reveal. Before and after, the same clients send the same
requests to the echo server. It prints the times in milliseconds, their ratio to the echo's, and the
processor time and memory of the server. With --nginx all requests to the class go through an nginx
with the limits of Debian's configuration (768 connections).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
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
NGINX = """
daemon off; pid {here}/pid; error_log {here}/error.log; user root; worker_processes 1;
events {{ worker_connections 768; }}
http {{
  access_log off; client_body_temp_path {here}/b; proxy_temp_path {here}/p;
  fastcgi_temp_path {here}/f; uwsgi_temp_path {here}/u; scgi_temp_path {here}/s;
  server {{
    listen 127.0.0.1:{outer} backlog=511;
    location / {{
      proxy_pass http://127.0.0.1:{inner};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""


FAILED: list[bytes] = []  # answers with a status from 500 on, or empty


class Client:
    """A phone: a connection for each request, as after a pause."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number, self.cookie, self.secret = port, number, "", ""
        self.address = f"127.1.{number // 200}.{number % 200 + 1}"
        self.version, self.revealed = "", asyncio.Event()

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        local = self.address, 0
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=local)

    async def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """Return the answer; try again after a second if nginx had no connection left."""
        answer = await self.request_once(method, path, body)
        while not answer or answer.startswith(b"HTTP/1.1 50"):
            FAILED.append(answer)
            await asyncio.sleep(1)
            answer = await self.request_once(method, path, body)
        return answer

    async def request_once(self, method: str, path: str, body: bytes) -> bytes:
        reader, writer = await self.open()
        head = f"{method} /{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
        head += f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        head += f"X-Secret: {self.secret}\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        try:
            answer = await reader.read()
        except ConnectionResetError:  # nginx takes back a connection whose request it has not read
            answer = b""
        writer.close()
        assert not answer or answer.startswith((b"HTTP/1.1 20", b"HTTP/1.1 50")), answer
        if b"set-cookie: " in answer.lower():
            cookie = answer[answer.lower().index(b"set-cookie: ") + 12 :]
            self.cookie = cookie.split(b";")[0].decode()
        return answer

    async def post(self, path: str, body: bytes) -> float:
        """Return how many milliseconds a post took, its connection included."""
        start = time.perf_counter()
        await self.request("POST", path, body)
        return 1000 * (time.perf_counter() - start)

    async def ask(self, times: list[float]) -> None:
        """Ask for the state as often as the server says, until the reveal comes."""
        await asyncio.sleep(5 * random.random())
        while not self.revealed.is_set():
            start = time.perf_counter()
            answer = await self.request("GET", f"state?version={self.version}")
            times.append(1000 * (time.perf_counter() - start))
            wait = int(answer.lower().split(b"retry-after: ")[1].split(b"\r\n")[0])
            if b'"version": "' in answer:
                self.version = answer.split(b'"version": "')[1].split(b'"')[0].decode()
            if b'"reason"' in answer:
                self.arrived = time.perf_counter()
                self.revealed.set()
            await asyncio.sleep(wait * (0.8 + 0.4 * random.random()))

    async def flood(self) -> None:
        """Do what a hostile client does, for ever."""
        while True:
            with suppress(OSError, TimeoutError):
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


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(running, port: int, echo: int, phones: int, hostile: bool) -> None:
    lecturer, pid = Client(running.port, 0), running.process.pid
    answer = await lecturer.request(
        "POST", "key", json.dumps({"key": running.keys["Remote"]}).encode()
    )
    lecturer.secret = answer.split(b'"secret": "')[1].split(b'"')[0].decode()
    clients = [Client(port, number) for number in range(phones)]
    asks: list[float] = []
    joins = [await client.post("join", b"{}") for client in clients[:10]]
    begun = memory(pid)
    joins += await within(10, [client.post("join", b"{}") for client in clients[10:]])
    asking = [asyncio.create_task(client.ask(asks)) for client in clients]
    await asyncio.sleep(10)
    del asks[:]
    start, used = time.perf_counter(), processor_seconds(pid)
    await asyncio.sleep(10)
    share = (processor_seconds(pid) - used) / (time.perf_counter() - start)
    print(f"memory      {begun:.0f} MiB with 10 phones, {memory(pid):.0f} MiB with {phones:,}")
    print(f"asking      {len(asks) / 10:.0f} times a second, {share:.0%} of a core")

    async def act(action: str) -> None:
        body = json.dumps({"action": action, "number": 0}).encode()
        while b'"heard": false' in await lecturer.request("POST", "lead", body):
            await asyncio.sleep(0.1)  # it is deaf for a second after an action

    await act("open")
    vote = b'{"question": 0, "round": 0, "answer": 1}'
    bare = [Client(echo, number) for number in range(phones)]
    enemies = multiprocessing.Process(target=attack, args=(port, phones // 10), daemon=True)
    if hostile:
        enemies.start()
        await asyncio.sleep(1)
    echoes = await within(2, [client.post("vote", vote) for client in bare])
    votes = await within(2, [client.post("vote", vote) for client in clients])
    changes = await within(2, [client.post("vote", vote) for client in clients])
    echoes += await within(2, [client.post("vote", vote) for client in bare])
    await act("close")
    start = time.perf_counter()
    await act("reveal")
    await asyncio.wait_for(asyncio.gather(*asking), 60)
    print_times("echo", echoes, echoes)
    for what, times in ("join", joins), ("ask", asks), ("vote", votes), ("change", changes):
        print_times(what, times, echoes)
    last = max(client.arrived for client in clients) - start
    print(f"reveal      the last phone has it after {last:.1f} s")
    print(f"memory      {memory(pid):.0f} MiB at the end; {len(FAILED)} failed requests")
    if hostile:
        enemies.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=1000)
    parser.add_argument("--hostile", action="store_true", help="with a hostile tenth beside them")
    parser.add_argument("--files", type=int, help="how many files the server may open at first")
    parser.add_argument("--nginx", action="store_true", help="through nginx")
    options = parser.parse_args()
    behind = ["--address", "http://127.0.0.1/"] if options.nginx else []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    port, many, started = free_port(), min(hard, 65536), []
    started.append(subprocess.Popen([sys.executable, "-c", ECHO, str(port)]))
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.environ["XDG_STATE_HOME"] = folder
            resource.setrlimit(resource.RLIMIT_NOFILE, (options.files or soft, hard))
            with presenting("three.txt", *behind) as running:
                outer = running.port
                if options.nginx:
                    outer = free_port()
                    conf = NGINX.format(here=folder, inner=running.port, outer=outer)
                    Path("conf").write_text(conf)
                    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
                    command = [nginx, "-c", f"{folder}/conf", "-e", f"{folder}/error.log"]
                    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, many), hard))
                    started.append(subprocess.Popen(command))
                    time.sleep(1)
                resource.setrlimit(resource.RLIMIT_NOFILE, (many, hard))
                asyncio.run(measure(running, outer, port, options.phones, options.hostile))
                start = time.perf_counter()
                running.stop()
                print(f"ended in    {time.perf_counter() - start:.1f} s after Ctrl-C")
                if options.nginx:
                    said = re.findall(
                        r"\d#\d+: (?:\*\d+ )?([^,\n]*)", Path("error.log").read_text()
                    )
                    print("nginx said ", *Counter(said).most_common(5), sep="\n")
            os.chdir("/")
    finally:
        for process in started:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
