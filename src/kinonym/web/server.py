"""`kinonym serve`: a server on this machine alone, with a private work folder that goes when it ends."""

from __future__ import annotations

import ipaddress
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kinonym.errors import UsageError
from kinonym.web.wording import text

__all__ = ["ServerOptions", "serve"]


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """How the page is to be served."""

    port: int = 0
    folder: Path | None = None
    browser: bool = True
    host: str = "127.0.0.1"
    i_know: bool = False
    certificate: Path | None = None
    private_key: Path | None = None

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def check(self) -> None:
        """Refuse to be reached from elsewhere unless that is meant and encrypted; refuse a folder that is none."""
        encrypted = self.certificate is not None and self.private_key is not None
        if not self.loopback and not (self.i_know and encrypted):
            raise UsageError(text("serve.host", host=self.host), hint=text("serve.host_hint"))
        if self.private_key is not None and self.certificate is None:
            raise UsageError(text("serve.key"), hint="--certificate page.pem --private-key page.key")
        if self.certificate is not None:
            _check_certificate(self.certificate, self.private_key)
        if self.folder is not None and not self.folder.is_dir():
            raise UsageError(text("serve.folder", folder=self.folder), hint=text("serve.folder_hint"))


def _check_certificate(certificate: Path, key: Path | None) -> None:
    """Refuse a certificate or key that TLS cannot use."""
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
        raise UsageError(text("serve.certificate", reason=reason), hint=text("serve.certificate_hint")) from None


def serve(wanted: ServerOptions, tell: Callable[[str], None]) -> None:
    """Serve until interrupted; ``tell`` is given every address that opens the page."""
    wanted.check()
    try:
        import uvicorn

        from kinonym.web.application import Site, application
        from kinonym.web.sessions import Sessions
        from kinonym.web.work_folder import work_folder
    except ImportError as missing:
        raise UsageError(text("serve.missing", name=missing.name), hint="pip install 'kinonym[web]'") from None
    with _listening(wanted) as listener, work_folder() as folder:
        port = int(listener.getsockname()[1])
        scheme = "https" if wanted.certificate else "http"
        site = Site(port=port, scheme=scheme, folder=wanted.folder, **_names(wanted))
        host = f"[{wanted.host}]" if ":" in wanted.host else wanted.host
        place = f"{scheme}://{host}:{port}/?token="
        sessions = Sessions(folder, announce=lambda token: tell(text("serve.again", address=place + token)))
        address = place + sessions.new_token()
        tell(address)
        if wanted.browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            application(site, sessions), access_log=False, log_level="critical", server_header=False, lifespan="off",
            timeout_graceful_shutdown=2, proxy_headers=False,
            ssl_certfile=wanted.certificate, ssl_keyfile=wanted.private_key,
        )  # fmt: skip
        try:
            uvicorn.Server(config).run([listener])
        finally:
            sessions.close()


def _names(wanted: ServerOptions) -> dict[str, tuple[str, ...]]:
    return {} if wanted.loopback else {"names": (wanted.host,)}


def _listening(wanted: ServerOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in wanted.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or answers wait 40 ms
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((wanted.host, wanted.port))
        listener.listen()  # before the address is printed: a quick visitor waits instead of being refused
    except OSError as error:
        listener.close()
        raise UsageError(text("serve.port", port=wanted.port, reason=error.strerror), hint="--port 0") from None
    return listener
