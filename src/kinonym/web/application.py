"""The application: its screens behind the guard, and pages for what goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from kinonym.errors import KinonymError
from kinonym.release.report.page import style
from kinonym.web.guard import Guard
from kinonym.web.pages import Shown, render, shown_error
from kinonym.web.screens import concepts, data, explore, knowledge, protection, recipes, releasing, roles, runs, start
from kinonym.web.sessions import Sessions
from kinonym.web.texts import text, texts

__all__ = ["Site", "application"]

_SCREENS = (start, data, roles, knowledge, concepts, protection, runs, explore, releasing, recipes)
_QUIET: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}


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
        """A name of its own for each port: cookies do not tell ports apart."""
        return f"kinonym-{self.port}"


def application(site: Site, sessions: Sessions) -> FastAPI:
    """Put the parts together; no telemetry, no documentation pages."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, telemetry=_QUIET)
    app.state.folder = site.folder
    app.mount("/static", StaticFiles(packages=[("kinonym.web", "static")]), "static")
    app.add_api_route("/report.css", _report_style, include_in_schema=False)
    for screen in _SCREENS:
        app.include_router(screen.router)
    app.add_exception_handler(KinonymError, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_middleware(
        Guard, sessions=sessions, hosts=site.hosts, scheme=site.scheme, cookie=site.cookie, error_page=_error_page
    )
    return app


def _report_style() -> Response:
    """The style sheet of the report, for the parts of it that the page shows."""
    return Response(str(style()), media_type="text/css")


def _refused(request: Request, error: Exception) -> Response:
    """An error of ours that no screen showed at its place."""
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
        hint = text("errors.report", kind=type(error).__name__, line=_place(error))
    if request.method == "PUT":
        return JSONResponse({"message": message, "hint": hint}, status)
    return render("error.html", status=status, title=text("errors.title"), error=Shown(message=message, hint=hint))


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "kinonym"
