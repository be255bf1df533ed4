"""The door of the class's server: floods, host and origin checks, and bad requests."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from html import escape
from random import uniform
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from poker_table.present.ballot import BallotError, RefusedError

LARGEST_BODY = 1024  # bytes
# The most a minute: requests of a phone, and of all strangers at an address; phones that join from
# an address, where a whole hall may be; and refused requests of a phone, or of such strangers.
LIMITS = {"phone": 240, "address": 3000, "joins": 1000, "refusals": 20}
DELAY = 1.0, 3.0  # seconds; random, so that delayed clients do not all return at once
MOST_DELAYED = 1000  # requests at a time; more are refused
REFUSED = (  # to a browser that was given a wrong address
    '<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>Vote'
    '</title><p>{why}</p><p><a href="{link}">Go to the class</a></p>'
)
Endpoints = dict[tuple[str, str], Callable[[Request], Awaitable[Response]]]  # by method and path
Identify = Callable[[Request], int | str]
HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class Guard:
    """An ASGI application that checks and counts a request before it calls its endpoint.

    `address` is the address of the class as the phones know it; its path is stripped. `identify`
    returns the number of a phone that has joined, "lecturer", or the network of a stranger. Who
    sent too much waits, and is not refused, because a whole hall may share an address. Phones that
    have joined do not count towards theirs: one that floods does not slow down the others.
    """

    def __init__(self, endpoints: Endpoints, address: str, identify: Identify) -> None:
        self.endpoints, self.identify, self.address = endpoints, identify, urlsplit(address)
        host = socket.gethostname().lower()
        self.prefix = self.address.path.rstrip("/")
        self.names = {self.address.hostname, "localhost", host, f"{host}.local"}
        self.origin = f"{self.address.scheme}://{self.address.netloc}"
        self.refused = 0  # requests of strangers
        self.counts: Counter[tuple[str, int | str]] = Counter()  # of this minute
        self._delayed = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        who = self.identify(request)
        try:
            response = await self._respond(request, who)
        except Exception as error:
            response = await self._refuse(error, who, request)
        await response(scope, receive, send)

    async def _respond(self, request: Request, who: int | str) -> Response:
        limit = "phone" if isinstance(who, int) else "address"
        if self.exceeds(limit, who) and who != "lecturer":
            await self._delay()
        host = request.headers.get("host", "")
        if not self._is_ours(host):
            raise RefusedError("This server does not answer under that host name.", status=421)
        origins = self.origin, f"http://{host}", f"https://{host}"
        if request.method == "POST" and request.headers.get("origin") not in origins:
            raise RefusedError("This request came from a page of another site.", status=403)
        path = request.scope["path"].removeprefix(self.prefix)
        if endpoint := self.endpoints.get((request.method, path)):
            return await endpoint(request)
        raise RefusedError("There is no such page.", status=404)

    def _is_ours(self, host: str) -> bool:
        """Return whether a Host header has one of our names, or any address."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self.names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False

    async def _refuse(self, error: Exception, who: int | str, request: Request) -> Response:
        """Return the response to a request that failed; delay it if the client had too many."""
        try:
            if self.refused_too_often(who, error):
                await self._delay()
        except RefusedError as too_many:
            error = too_many
        why, status = "The server made a mistake. Please report this.", 500
        if isinstance(error, RefusedError):
            why, status = str(error), error.status
        headers = HEADERS | {"connection": "close"}
        if "text/html" in request.headers.get("accept", ""):
            page = REFUSED.format(why=escape(why), link=escape(f"{self.origin}{self.prefix}/"))
            return Response(page, status, headers, "text/html")
        return Response(json.dumps({"error": why}), status, headers, "application/json")

    def exceeds(self, limit: str, who: int | str) -> bool:
        """Count something that a client did; return whether it exceeds a limit."""
        self.counts[limit, who] += 1
        return self.counts[limit, who] > LIMITS[limit]

    def refused_too_often(self, who: int | str, why: Exception | None = None) -> bool:
        """Count a refused request; return whether this client had too many.

        The lecturer sees the number of strangers' requests, without those at the wrong time.
        """
        is_known = isinstance(who, int) or who == "lecturer"
        self.refused += not is_known and not isinstance(why, BallotError)
        return self.exceeds("refusals", who)

    async def _delay(self) -> None:
        """Wait. Raise RefusedError at once if too many requests already do."""
        if self._delayed >= MOST_DELAYED:
            raise RefusedError("Too many requests: wait a minute.", status=429)
        self._delayed += 1
        try:
            await asyncio.sleep(uniform(*DELAY))
        finally:
            self._delayed -= 1


async def read_body(request: Request, **fields: type) -> list[Any]:
    """Return the values of `fields` from a JSON body. Raises RefusedError for any other body."""
    if request.headers.get("content-type") != "application/json":
        raise RefusedError("Expected the content type application/json.", status=415)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise RefusedError(f"Expected at most {LARGEST_BODY} bytes.", status=413)
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError("Expected JSON.", status=400) from None
    if type(data) is not dict or {name: type(value) for name, value in data.items()} != fields:
        expected = ", ".join(f"{name} ({kind.__name__})" for name, kind in fields.items())
        raise RefusedError(f"Expected these fields: {expected or 'none'}.", status=400)
    return [data[name] for name in fields]


def network(client: tuple[str, int] | None) -> str:
    """Return a client's address; for IPv6 its /64 network, which usually is one customer's."""
    host = client[0].removeprefix("::ffff:") if client else ""  # which marks an IPv4 address
    try:
        return str(ipaddress.IPv6Network((host, 64), strict=False))
    except ValueError:
        return host
