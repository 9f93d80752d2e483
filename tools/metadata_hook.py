"""The addresses of the project in the metadata of a package: those of the repository from which it is published.

The workflow that publishes sets KINONYM_REPOSITORY, so that a fork never names another project's addresses. A source
archive keeps those that it was built with.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hatchling.metadata.plugin.interface import MetadataHookInterface

__all__ = ["AddressHook", "list_addresses"]

VARIABLE = "KINONYM_REPOSITORY"


class AddressHook(MetadataHookInterface):
    """Fills in ``project.urls``."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses, if there are any."""
        known = Path(self.root, "PKG-INFO")
        if repository := os.environ.get(VARIABLE):
            metadata["urls"] = list_addresses(repository)
        elif known.is_file():
            metadata["urls"] = _read_addresses(known.read_text(encoding="utf-8"))
        else:
            metadata["urls"] = {}


def list_addresses(repository: str) -> dict[str, str]:
    """Return the addresses of a project by the address of its repository, such as ``https://host/owner/name``."""
    parts = urlsplit(repository)
    if parts.scheme != "https" or not parts.hostname or parts.path.count("/") < 2:
        message = f"{VARIABLE} is not the address of a repository: {repository!r}"
        raise ValueError(message)
    base = repository.rstrip("/").removesuffix(".git")
    files = f"{base}/blob/main"
    addresses = {
        "Repository": base,
        "Issues": f"{base}/issues",
        "Changelog": f"{files}/CHANGELOG.md",
        "Security": f"{files}/SECURITY.md",
    }
    if parts.hostname == "github.com":  # where `docs.yml` publishes the site
        owner, name = base.rsplit("/", 2)[1:]
        addresses["Documentation"] = f"https://{owner.lower()}.github.io/{name}/"
    return addresses


def _read_addresses(package_info: str) -> dict[str, str]:
    lines = package_info.partition("\n\n")[0].splitlines()
    pairs = (line.removeprefix("Project-URL: ").split(", ", 1) for line in lines if line.startswith("Project-URL: "))
    return {pair[0]: pair[1] for pair in pairs}
