"""A request as the screens read it: its session, project, form and query; and the routes of a screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kinonym.web.project import Project
from kinonym.web.sessions import Session

__all__ = ["Fields", "PageRequest", "Routes"]

_LONGEST_FORM = 4 << 20
_MOST_FIELDS = 100_000


@dataclass(frozen=True)
class Fields:
    """The fields of a form."""

    values: Mapping[str, list[str]]

    def get(self, name: str, default: str = "") -> str:
        """The value of a field."""
        return self.values.get(name, [default])[0]

    def every(self, name: str) -> list[str]:
        """All values of a field that may be chosen several times."""
        return self.values.get(name, [])

    def __contains__(self, name: str) -> bool:
        return name in self.values


async def _read_form(request: Request) -> Fields:
    """The form that a request carries; only a POST has one."""
    if request.method != "POST":
        return Fields({})
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LONGEST_FORM:
            raise HTTPException(413)
    return Fields(parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS))


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """A request to a screen. What it asks for and does not exist is an HTTP error."""

    request: Request
    form: Fields = field(default_factory=lambda: Fields({}))

    @property
    def session(self) -> Session:
        """The session of the browser."""
        session = self.request.scope.get("session")
        if not isinstance(session, Session):
            raise HTTPException(401)
        return session

    @property
    def project(self) -> Project:
        """The project that the address names; it belongs to the session."""
        session, key = self.session, self.path("key")
        if key not in session.projects:
            raise HTTPException(404)
        return session.projects[key]

    @property
    def folder(self) -> Path | None:
        """The folder that was given when the server was started."""
        folder: Path | None = self.request.app.state.folder
        return folder

    @property
    def column(self) -> int:
        """The number of a column in the address."""
        return int(self.request.path_params["number"])

    def path(self, name: str) -> str:
        """A part of the address."""
        return str(self.request.path_params[name])

    def query(self, name: str, default: str = "") -> str:
        """A parameter of the query."""
        return self.request.query_params.get(name, default)

    def query_number(self, name: str) -> int | None:
        """A parameter that is a number; None without it."""
        given = self.query(name)
        if not given:
            return None
        if not (given.isascii() and given.isdecimal()):
            raise HTTPException(422)
        return int(given)


Screen = Callable[[PageRequest], Response | Awaitable[Response]]


class Routes(list[Route]):
    """The routes of a screen, collected by decorators; functions run in threads, coroutines in the event loop."""

    def __init__(self, prefix: str = "") -> None:
        super().__init__()
        self.prefix = prefix

    def get(self, path: str) -> Callable[[Screen], Screen]:
        """Register a screen for GET."""
        return self._register("GET", path)

    def post(self, path: str) -> Callable[[Screen], Screen]:
        """Register a screen for POST; it reads the form."""
        return self._register("POST", path)

    def put(self, path: str) -> Callable[[Screen], Screen]:
        """Register a screen for PUT; it reads the body itself."""
        return self._register("PUT", path)

    def _register(self, method: str, path: str) -> Callable[[Screen], Screen]:
        def register(screen: Screen) -> Screen:
            self.append(Route(self.prefix + path, _endpoint(screen), methods=[method]))
            return screen

        return register


def _endpoint(screen: Screen) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        page = PageRequest(request=request, form=await _read_form(request))
        made: Any = screen(page) if iscoroutinefunction(screen) else run_in_threadpool(screen, page)
        response: Response = await made
        return response

    return answer
