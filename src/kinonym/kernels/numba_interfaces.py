"""Every part of numba that is not public: the other modules import it from here.

`pyproject.toml` limits numba to versions in which these parts are known. With a new version of numba, check these.
"""

from __future__ import annotations

from numba.core import cgutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.targetconfig import TargetConfig
from numba.core.typing.templates import AttributeTemplate

__all__ = [
    "AttributeTemplate",
    "CompileResultCacheImpl",
    "FunctionCache",
    "IndexDataCacheFile",
    "TargetConfig",
    "cgutils",
]
