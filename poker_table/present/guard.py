"""The protection of the class's server: host and origin checks, floods, and bad requests."""

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
TIMEOUT = 10.0  # seconds to send a whole request
# Per minute: the requests of a phone, those of all strangers at an address, and refused requests of
# either. A client that sent more is not refused but waits, because a whole hall
# may share an address with a flood.
REQUESTS_OF_PHONE, REQUESTS_OF_ADDRESS, REFUSALS = 240, 3000, 20
DELAY = 1.0, 3.0  # seconds; random, so that delayed clients do not all return at once
MOST_DELAYED = 1000  # requests at a time; more are refused
Client = tuple[str, int] | None  # an address and a port
HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class RefusedError(PokerTableError):
    """A refused request: the HTTP status, and a sentence that says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Guard:
    """An ASGI application that checks and counts requests before it routes them.

    `address` is the address of the class as the phones know it; its path is stripped. `identify`
    returns a name such as "phone 7" for a client that has joined, "lecturer", or "". Clients that
    have joined do not count towards their address, because a single one that floods the server
    would slow down the whole hall.
    """

    def __init__(
        self, routes: list[Route], address: str, identify: Callable[[Request], str]
    ) -> None:
        errors = PokerTableError, HTTPException, TimeoutError, ClientDisconnect, Exception
        handlers: Any = dict.fromkeys(errors, self.refuse)
        self.app = Starlette(routes=routes, exception_handlers=handlers)
        self.app.router.redirect_slashes = False
        parts, host = urlsplit(address), socket.gethostname().lower()
        self.prefix, self.identify = parts.path.rstrip("/"), identify
        self.names = {parts.hostname, "localhost", host, f"{host}.local"}
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.refused = 0
        self.counts: Counter[str] = Counter()  # of this minute
        self._delayed = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to its route, or refuse it."""
        app: ASGIApp = self.app
        if scope["type"] == "http":
            request = Request(scope)
            try:
                await self._wait_if_too_many(request)
                self._check_names(request)
            except RefusedError as error:
                app = await self.refuse(request, error)
            if scope["path"].startswith(f"{self.prefix}/"):
                scope["path"] = scope["path"][len(self.prefix) :]
        await app(scope, receive, send)

    async def _wait_if_too_many(self, request: Request) -> None:
        name = self.identify(request)
        if name == "lecturer":
            return
        most = REQUESTS_OF_PHONE if name else REQUESTS_OF_ADDRESS
        if self.exceeds(name or network(request.client), most):
            await self._delay()

    def _check_names(self, request: Request) -> None:
        host = request.headers.get("host", "")
        if not self._is_ours(host):
            raise RefusedError(421, "This server does not answer under that host name.")
        origins = self.origin, f"http://{host}", f"https://{host}"
        if request.method == "POST" and request.headers.get("origin") not in origins:
            raise RefusedError(403, "This request came from a page of another site.")

    def _is_ours(self, host: str) -> bool:
        """Return whether a Host header has one of our names, or any address."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self.names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False

    async def refuse(self, request: Request, error: Exception) -> Response:
        """Return the response that refuses a request; delay it if the client had too many."""
        status, why = _status(error)
        try:
            if self.refused_too_often(self.identify(request) or network(request.client)):
                await self._delay()
        except RefusedError as too_many:
            status, why = _status(too_many)
        return json_response({"error": why}, status)

    def exceeds(self, counter: str, most: int) -> bool:
        """Increment a counter; return whether it exceeds its limit within the minute."""
        self.counts[counter] += 1
        return self.counts[counter] > most

    def refused_too_often(self, client: str) -> bool:
        """Count a refused request; return whether this client had too many within the minute."""
        self.refused += 1
        return self.exceeds(f"refused {client}", REFUSALS)

    async def _delay(self) -> None:
        """Wait. Raise RefusedError at once if too many requests already do."""
        if self._delayed >= MOST_DELAYED:
            raise RefusedError(429, "Too many requests: wait a minute.")
        self._delayed += 1
        try:
            await asyncio.sleep(uniform(*DELAY))
        finally:
            self._delayed -= 1


def _status(error: Exception) -> tuple[int, str]:
    """Return the HTTP status for an error, and a sentence that says why."""
    match error:
        case RefusedError():
            return error.status, str(error)
        case BallotError():
            return 409, str(error)
        case SaveError():
            return 503, str(error)
        case HTTPException():
            return error.status_code, "There is no such page."
        case TimeoutError() | ClientDisconnect():
            return 408, "The request did not arrive in time."
    return 500, "The server made a mistake. Please report this."


def json_response(data: Any, status: int = 200) -> Response:
    """Return data as JSON; the connection of a refused request is closed."""
    headers = HEADERS if status < 400 else HEADERS | {"connection": "close"}
    return Response(json.dumps(data), status, headers, "application/json")


async def read_body(request: Request, **fields: type) -> list[Any]:
    """Return the values of `fields` from a JSON body. Raises RefusedError for any other body."""
    if request.headers.get("content-type") != "application/json":
        raise RefusedError(415, "Expected the content type application/json.")
    body = b""
    async with asyncio.timeout(TIMEOUT):
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_BODY:
                raise RefusedError(413, f"Expected at most {LARGEST_BODY} bytes.")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "Expected JSON.") from None
    if type(data) is not dict or {name: type(value) for name, value in data.items()} != fields:
        expected = ", ".join(f"{name} ({kind.__name__})" for name, kind in fields.items())
        raise RefusedError(400, f"Expected these fields: {expected or 'none'}.")
    return [data[name] for name in fields]


def network(client: Client) -> str:
    """Return a client's address; for IPv6 its /64 network, which usually is one customer's."""
    host = client[0] if client else ""
    try:
        return str(ipaddress.IPv6Network((host, 64), strict=False))
    except ValueError:
        return host
