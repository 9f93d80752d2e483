"""Who is let in: own hosts and origins, a cookie for all but the static files; strict headers on every answer.

Also the last line of defence: what nobody foresaw becomes a page that shows no value, and nothing reaches the log.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinonym.web.sessions import Sessions

__all__ = ["Guard"]

_SAFE = frozenset({"GET", "HEAD"})
_OWN_SITES = frozenset({"same-origin", "none"})
_DAY = 24 * 3600

HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}

ErrorPage = Callable[[Request, int, BaseException | None], Response]


@dataclass(frozen=True, eq=False)
class Guard:
    """Stands before the application."""

    app: ASGIApp
    sessions: Sessions
    hosts: frozenset[str]
    """``127.0.0.1:PORT`` and its other names."""
    scheme: str
    cookie: str
    error_page: ErrorPage

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        answered = _with_headers(send)
        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, answered.send)
            return
        try:
            await self.app(scope, receive, answered.send)
        except Exception as error:  # noqa: BLE001  # a trace could show values
            if not answered.started:
                await self.error_page(request, 500, error)(scope, receive, answered.send)

    def _refusal(self, request: Request) -> Response | None:
        """Why a request is not let in; None if it is."""
        headers = request.headers
        if headers.get("host") not in self.hosts:
            return self.error_page(request, 400, None)
        if request.method not in _SAFE and not self._from_here(headers):
            return self.error_page(request, 403, None)
        if request.method == "GET" and request.url.path == "/" and "token" in request.query_params:
            return self._admit(request)
        session = self.sessions.find(_cookie(headers.get("cookie", ""), self.cookie))
        request.scope["session"] = session
        if session is None and not request.url.path.startswith("/static/"):
            return self.error_page(request, 401, None)
        return None

    def _from_here(self, headers: Mapping[str, str]) -> bool:
        """Whether a page of this server sent it."""
        own = {f"{self.scheme}://{host}" for host in self.hosts}
        return headers.get("origin") in own and headers.get("sec-fetch-site", "same-origin") in _OWN_SITES

    def _admit(self, request: Request) -> Response:
        """Exchange a token for a cookie, and take it out of the address."""
        token = parse_qs(request.url.query).get("token", [""])[0]
        secret = self.sessions.exchange(token)
        if secret is None:
            known = self.sessions.find(_cookie(request.headers.get("cookie", ""), self.cookie))
            return RedirectResponse("/", 303) if known else self.error_page(request, 401, None)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            self.cookie, secret, max_age=_DAY, httponly=True, samesite="strict", secure=self.scheme == "https"
        )
        return answer


def _cookie(header: str, name: str) -> str:
    try:
        morsel: Any = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return "" if morsel is None else str(morsel.value)


@dataclass(eq=False)
class _Answered:
    """Adds the headers to an answer, and remembers whether it has begun."""

    pass_on: Callable[[Message], Awaitable[None]]
    started: bool = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await self.pass_on(message)


def _with_headers(send: Send) -> _Answered:
    return _Answered(send)
