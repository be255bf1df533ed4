"""What stands between the network and the class: whose requests get in, how many, how slowly."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections import Counter
from collections.abc import Callable
from random import uniform
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from poker_table.game.errors import PokerTableError
from poker_table.present.ballot import BallotError
from poker_table.present.class_file import SaveError

LARGEST_BODY = 1024  # bytes
PATIENCE = 10.0  # seconds for a request to come whole, and for what is sent to be taken
MINUTE = 60.0  # so long an address is held
REQUESTS, PHONES = 3000, 1000  # a minute and address: many phones share one
OF_A_PHONE = 240  # requests a minute
ENTRANCE = "/", "/join"  # open late to an address that asks too often: a hall may share one
REFUSALS = 20  # a minute, of a phone or of an address's strangers; each further one is sent late
MOST_HELD = 1000  # refused requests that wait at a time, so that who floods has to wait as well
HELD = 1.0, 3.0  # seconds, by chance: those who wait do not all come back at once
Client = tuple[str, int] | None  # an address and a port
HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class RefusedError(PokerTableError):
    """A request that is refused: the status, and a sentence that says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Guard:
    """The door of an ASGI application: it takes the path's prefix away, refuses and counts.

    `address` is that of the class as its phones know it. Who is `known`, by a name such as phone 7,
    is not limited along with others of the same address: one of them who floods would shut out the
    whole hall.
    """

    def __init__(
        self, routes: list[Route], lifespan: Any, address: str, known: Callable[[Request], str]
    ) -> None:
        errors = PokerTableError, HTTPException, TimeoutError, ClientDisconnect
        handlers: Any = dict.fromkeys(errors, self.refuse)
        self.app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
        self.app.router.redirect_slashes = False
        parts, host = urlsplit(address), socket.gethostname().lower()
        self.prefix, self.known = parts.path.rstrip("/"), known
        self.names = {parts.hostname, "localhost", host, f"{host}.local"}
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.refused = 0
        self.counts: Counter[str] = Counter()
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it with a sentence."""
        app: ASGIApp = self.app
        if scope["type"] == "http":
            request = Request(scope)
            try:
                await self._check(request)
            except RefusedError as error:
                app = await self.refuse(request, error)
            if scope["path"].startswith(f"{self.prefix}/"):
                scope["path"] = scope["path"][len(self.prefix) :]
        await app(scope, receive, send)

    async def refuse(self, request: Request, error: Exception) -> Response:
        """Return the refusal of a request, counted; who asks too often gets it late."""
        response = _response(error)
        too_often = self.refused_too_often(self.known(request) or network(request.client))
        if response.status_code == 429 or too_often:
            await self._hold()
        return response

    def refused_too_often(self, who: str) -> bool:
        """Count a refusal of somebody; return whether there were too many in this minute."""
        self.refused += 1
        self.counts[f"refused {who}"] += 1
        return self.counts[f"refused {who}"] > REFUSALS

    async def _hold(self) -> bool:
        """Return after a while; at once, and False, if too many wait already."""
        if self._waiting >= MOST_HELD:
            return False
        self._waiting += 1
        try:
            await asyncio.sleep(uniform(*HELD))
        finally:
            self._waiting -= 1
        return True

    async def _check(self, request: Request) -> None:
        host = request.headers.get("host", "")
        name = _name(host)
        if not (name in self.names or _is_address(name)):
            raise RefusedError(421, "This server is not known by that name.")
        if request.method == "POST":
            own = self.origin, f"http://{host}", f"https://{host}"
            if request.headers.get("origin") not in own:
                raise RefusedError(403, "This came from a page of another server.")
        if self.known(request):
            return
        try:
            self.limit(f"from {network(request.client)}", REQUESTS)
        except RefusedError:
            if request.url.path.removeprefix(self.prefix) not in ENTRANCE or not await self._hold():
                raise

    def limit(self, what: str, most: int) -> None:
        """Count something; raise RefusedError if there was too much of it in this minute."""
        self.counts[what] += 1
        if self.counts[what] > most:
            raise RefusedError(429, "Too many requests: wait a minute.")


def _response(error: Exception) -> Response:
    if isinstance(error, RefusedError):
        return answer({"error": str(error)}, error.status)
    if isinstance(error, BallotError | SaveError):
        return answer({"error": str(error)}, 409 if isinstance(error, BallotError) else 503)
    if isinstance(error, HTTPException):
        return answer({"error": "There is nothing here."}, error.status_code)
    return answer({"error": "The request did not come whole in time."}, 408)


def answer(data: Any, status: int = 200) -> Response:
    """Return some data as a response."""
    text = data if isinstance(data, str) else json.dumps(data)
    headers = HEADERS if status < 400 else HEADERS | {"connection": "close"}
    return Response(text, status, headers, "application/json")


async def read_body(request: Request, **fields: type) -> list[Any]:
    """Return the fields of a request's body, and refuse one that has not exactly these."""
    if request.headers.get("content-type") != "application/json":
        raise RefusedError(415, "Expected JSON.")
    body = b""
    async with asyncio.timeout(PATIENCE):
        async for piece in request.stream():
            body += piece
            if len(body) > LARGEST_BODY:
                raise RefusedError(413, f"Expected at most {LARGEST_BODY} bytes.")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "Expected JSON.") from None
    if type(data) is not dict or {name: type(value) for name, value in data.items()} != fields:
        raise RefusedError(400, "Expected other fields.")
    return [data[name] for name in fields]


def network(client: Client) -> str:
    """Return from where somebody asks: the address, or of IPv6 the network of its line."""
    host = client[0] if client else ""
    address = ipaddress.ip_address(host) if _is_address(host) else None
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, 64), strict=False))
    return host


def _name(host: str) -> str:
    """Return the name in a Host header without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


class Sweep:
    """What ends connections that are silent, half open, or do not take what they are sent."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._since: dict[Any, tuple[object, bool, float]] = {}

    def __call__(self, connections: set[Any], now: float) -> None:
        """Look at all connections of uvicorn; where there are too many, silence is not suffered."""
        patience = PATIENCE if len(connections) < self.most else 1.0
        since = {}
        for connection in [*connections]:
            cycle = connection.cycle
            stuck = connection.transport.get_write_buffer_size() > 0
            if cycle is not None and not cycle.response_complete and not stuck:
                continue  # a stream, or an answer on its way
            before = self._since.get(connection)
            same = before is not None and before[:2] == (cycle, stuck)
            first = before[2] if before and same else now
            if now - first > patience:
                connection.transport.abort()
            else:
                since[connection] = cycle, stuck, first
        self._since = since
