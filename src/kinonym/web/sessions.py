"""Who may use the page: a token is good for one visit and becomes a cookie; each browser has its own projects."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from kinonym.errors import UsageError
from kinonym.web.project import Project
from kinonym.web.wording import text
from kinonym.web.work_folder import private_folder

__all__ = ["Session", "Sessions"]

MOST_PROJECTS = 20


@dataclass(eq=False)
class Session:
    """One browser and its projects."""

    folder: Path
    projects: dict[str, Project] = field(default_factory=dict)

    def new_project(self, name: str) -> Project:
        """An empty project with a private folder; refused where there are too many."""
        if len(self.projects) >= MOST_PROJECTS:
            raise UsageError(text("upload.too_many", most=MOST_PROJECTS), hint=text("upload.too_many_hint"))
        key = secrets.token_urlsafe(9)
        project = Project(key=key, name=name, folder=private_folder(self.folder / key))
        self.projects[key] = project
        return project

    def drop(self, key: str) -> None:
        """Forget a project and remove what it holds."""
        project = self.projects.pop(key, None)
        if project is not None:
            project.close()


@dataclass(eq=False)
class Sessions:
    """Tokens that were not used yet, and the sessions that came of the others."""

    folder: Path
    announce: Callable[[str], None]
    """Called with every new token, so that a further browser can be opened."""
    _tokens: set[str] = field(default_factory=set)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def new_token(self) -> str:
        """A secret for one visit."""
        token = secrets.token_urlsafe(32)
        self._tokens.add(_digest(token))
        return token

    def exchange(self, token: str) -> str | None:
        """The cookie of a new session; None if the token is unknown or was used."""
        with self._lock:
            if _digest(token) not in self._tokens:
                return None
            self._tokens.discard(_digest(token))
        secret = secrets.token_urlsafe(32)
        self._sessions[_digest(secret)] = Session(private_folder(self.folder / secrets.token_hex(8)))
        self.announce(self.new_token())
        return secret

    def find(self, secret: str) -> Session | None:
        """The session of a cookie."""
        return self._sessions.get(_digest(secret))

    def close(self) -> None:
        """End whatever still runs."""
        for session in self._sessions.values():
            for key in list(session.projects):
                session.drop(key)


def _digest(secret: str) -> str:
    """Only digests are stored and compared: the time of a look-up reveals nothing about the secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
