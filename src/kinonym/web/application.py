"""The application: its screens behind the guard, and pages for what goes wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from kinonym.errors import KinonymError, location_of
from kinonym.web.guard import Guard
from kinonym.web.pages import ShownError, render, shown_error
from kinonym.web.screens import start
from kinonym.web.sessions import Sessions
from kinonym.web.wording import text, texts

__all__ = ["Site", "application"]


@dataclass(frozen=True, kw_only=True)
class Site:
    """Where the page is served, and what it may read."""

    port: int
    scheme: str = "http"
    names: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    folder: Path | None = None
    """Tables below it may be opened by path."""

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts that a request may name."""
        return frozenset(f"{name}:{self.port}" for name in self.names)

    @property
    def cookie(self) -> str:
        """A different name for each port: cookies do not distinguish ports."""
        return f"kinonym-{self.port}"


def application(site: Site, sessions: Sessions) -> Starlette:
    """Put the parts together behind the guard."""
    static = Mount("/static", StaticFiles(packages=[("kinonym.web", "static")]), name="static")
    guard = Middleware(
        Guard, sessions=sessions, hosts=site.hosts, scheme=site.scheme, cookie=site.cookie, error_page=_error_page
    )
    return _part(site, [*start.routes, static, Mount("", _Screens(site))], guard)


def _part(site: Site, routes: Iterable[BaseRoute], *middleware: Middleware) -> Starlette:
    """Some of the screens."""
    handlers = {KinonymError: _error_response, HTTPException: _http_error}
    app = Starlette(routes=list(routes), middleware=list(middleware), exception_handlers=handlers)
    app.state.folder = site.folder
    return app


@dataclass(eq=False)
class _Screens:
    """All but the first page: they bring methods and compiled loops, and come when a project is first looked at."""

    site: Site
    lock: Lock = field(default_factory=Lock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (await run_in_threadpool(self._app))(scope, receive, send)

    def _app(self) -> Starlette:
        with self.lock:
            return self._made

    @cached_property
    def _made(self) -> Starlette:
        from kinonym.web.screens import (
            concept_page,
            data,
            explore,
            hierarchy,
            knowledge,
            knowledge_files,
            protection,
            recipes,
            releasing,
            roles,
            rows,
            runs,
        )

        words = (knowledge, knowledge_files, hierarchy, concept_page)
        screens = (data, roles, *words, protection, runs, explore, rows, releasing, recipes)
        routes = [route for screen in screens for route in screen.routes]
        return _part(self.site, [*routes, Route("/report.css", _report_style)])


def _report_style(_: Request) -> Response:
    """The style sheet of the report, for the parts of it that the page shows."""
    from kinonym.release.report.rendering import style

    return Response(str(style()), media_type="text/css")


def _error_response(request: Request, error: Exception) -> Response:
    """The answer to an error that no screen has handled."""
    assert isinstance(error, KinonymError)  # noqa: S101  # registered for these only
    if request.method == "PUT":
        return JSONResponse({"message": error.message, "hint": error.hint}, 422)
    return render("error.html", status=422, title=text("errors.title"), error=shown_error(error))


def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _error_page(request, status, None)


def _error_page(request: Request, status: int, error: BaseException | None) -> Response:
    """A page for a refusal; of an unforeseen error only its kind and place, never a value."""
    known = texts()["errors"]["status"]
    message, hint = known.get(str(status), known["500"])
    if error is not None:
        hint = text("errors.report", kind=type(error).__name__, line=location_of(error))
    if request.method == "PUT":
        return JSONResponse({"message": message, "hint": hint}, status)
    return render("error.html", status=status, title=text("errors.title"), error=ShownError(message=message, hint=hint))
