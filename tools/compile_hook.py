"""Put compiled kernels into a wheel, if numba is installed where it is built; otherwise the wheel has only sources.

The code is for a portable processor of this architecture, this Python version and the installed numba. Where one of
them differs, the program compiles its kernels itself. One process with fixed hashes compiles in a fixed order, so that
the same sources and libraries, in the same folders, give the same bytes.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

LISTING = "from kinonym.kernels.code_folder import SHIPPED, shipped_name; print(SHIPPED, shipped_name(), sep='/')"
COMPILING = "import runpy; sys.argv = ['warm', '--default']; runpy.run_module('kinonym.warm', run_name='__main__')"


class CompileHook(BuildHookInterface[Any]):
    """Compile the kernels of the default path before the wheel is packed."""

    PLUGIN_NAME = "custom"
    _folder: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the files and the tag to the wheel."""
        if version == "editable":
            return
        if find_spec("numba") is None:
            self.app.display_warning("numba is not installed: the wheel is built without compiled kernels")
            return
        self._folder = tempfile.mkdtemp(prefix="kinonym-build-")
        try:
            place = self._run(LISTING).strip()
            self._run(COMPILING)
        except (OSError, subprocess.CalledProcessError) as error:
            self.app.display_warning(f"the kernels cannot be compiled, so the wheel is built without them: {error}")
            return
        for file in sorted(Path(self._folder).rglob("*.nb[ic]")):
            build_data["force_include"][str(file)] = f"kinonym/kernels/{place}/{file.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"cp{sys.version_info[0]}{sys.version_info[1]}-none-{platform_tag()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # hatchling's
        """Remove what was compiled."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, code: str) -> str:
        """Run code on these sources; what it printed.

        PYTHONPATH would not do: where pip builds, it drops what the environment around it has on its path, and a
        checkout that is installed editable is there.
        """
        sources = f"import sys; sys.path.insert(0, {str(Path(self.root, 'src'))!r}); "
        variables = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_CACHE_DIR": str(self._folder)}
        return subprocess.run(
            [sys.executable, "-c", sources + code], env=os.environ | variables, cwd=self._folder, check=True, text=True,
            stdout=subprocess.PIPE,
        ).stdout  # fmt: skip


def platform_tag() -> str:
    """The tag of this system. Machine code loaded by numba needs no library of Linux beyond what numba itself needs."""
    return f"manylinux_2_17_{platform.machine()}" if sys.platform == "linux" else next(iter(platform_tags()))
