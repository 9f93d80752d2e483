"""The private plan file of a release: its format, what it was made for, and when a later release may use it.

`reuse` writes and reads the groups of combinations, `returning_persons` those of persons.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from kinonym._version import __version__
from kinonym.errors import RecipeError
from kinonym.files.output import Output
from kinonym.methods import Method
from kinonym.recipe import Recipe

__all__ = ["PlanFile", "digest_texts", "make_plan_error", "new_key"]

FORMAT = "kinonym-groups-2"
_FAMILY = "kinonym-groups-"
_HINT = "name the file that `kinonym mask --plan` wrote"
_DEMANDS = ("l_diversity", "diversity", "c", "p_sensitive", "t_closeness", "ground")


def new_key() -> bytes:
    """Return a new key for digests."""
    return secrets.token_bytes(32)


def digest_texts(key: bytes, texts: Sequence[str | None]) -> str:
    """Return a keyed digest of some texts: without the key nobody can test a guess."""
    line = json.dumps(list(texts)).encode("utf-8", "surrogatepass")
    return hmac.new(key, line, "sha256").hexdigest()[:32]


@dataclass(frozen=True, eq=False, kw_only=True)
class PlanFile:
    """What a plan file holds; ``groups`` is read by `reuse` or `returning_persons`."""

    key: bytes
    columns: tuple[str, ...]
    """The masked columns, in order."""
    meaning: Mapping[str, str]
    """Masked or confidential column → digest of its part of the recipe and of the files that it names."""
    method: Mapping[str, Any]
    """The name, k and demands of the method."""
    person: str | None
    """The column that names persons; None if records were counted."""
    groups: Mapping[str, Any]

    @classmethod
    def of(cls, recipe: Recipe, *, key: bytes, groups: Mapping[str, Any]) -> PlanFile:
        """Describe a release by this recipe."""
        return cls(
            key=key,
            columns=tuple(recipe.masked),
            meaning=_describe_columns(recipe),
            method=_describe_method(recipe.resolved_method),
            person=recipe.table.person,
            groups=groups,
        )

    def write(self, output: Output) -> None:
        """Write the file, readable by its owner only."""
        content = {
            "format": FORMAT, "program": __version__, "key": self.key.hex(), "columns": list(self.columns),
            "meaning": dict(self.meaning), "method": dict(self.method), "person": self.person,
            "groups": self.groups,
        }  # fmt: skip
        output.write_bytes(json.dumps(content, ensure_ascii=False).encode(), private=True)

    @classmethod
    def read(cls, recipe: Recipe) -> PlanFile:
        """Read the file that a recipe names; reject it unless the release of the recipe may follow it."""
        path = recipe.path(recipe.release.reuse or "")
        try:
            _verify_private(path)
            content = json.loads(path.read_text(encoding="utf-8"))
            _verify_format(path, content)
            found = cls(
                key=bytes.fromhex(content["key"]), columns=tuple(content["columns"]), meaning=content["meaning"],
                method=content["method"], person=content["person"], groups={**content["groups"]},
            )  # fmt: skip
        except OSError as error:
            msg = f"release.reuse: {path.name} cannot be read: {error.strerror}"
            raise RecipeError(msg, hint=_HINT) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise make_plan_error(recipe) from None
        found._verify_recipe(recipe)
        return found

    def _verify_recipe(self, recipe: Recipe) -> None:
        """Reject a recipe with other columns, meanings, persons or demands than those of the earlier release."""
        if self.columns != tuple(recipe.masked):
            msg = f"release.reuse: the earlier release masked {', '.join(self.columns)}"
            raise RecipeError(msg, hint="mask the same columns, in the same order")
        if self.person != recipe.table.person:
            what = "records" if self.person is None else f"the persons of column {self.person!r}"
            msg = f"release.reuse: the earlier release counted {what}"
            raise RecipeError(msg, hint="use the same [table] person in both recipes")
        now = _describe_columns(recipe)
        if changed := [name for name in {**self.meaning, **now} if self.meaning.get(name) != now.get(name)]:
            msg = f"release.reuse: the meaning of column {changed[0]!r} has changed since the earlier release"
            hint = "use the same role, type, ontology and mapping, with the same contents, as in the earlier recipe"
            raise RecipeError(msg, hint=hint)
        self._verify_method(recipe.resolved_method)

    def _verify_method(self, method: Method) -> None:
        now = _describe_method(method)
        k, before = now.pop("k"), {**self.method}
        earlier = before.pop("k")
        if now != before:
            different = next(name for name in {**before, **now} if now.get(name) != before.get(name))
            msg = f"release.reuse: method.{different} is not that of the earlier release"
            raise RecipeError(msg, hint="use the method and the demands of the earlier recipe")
        if k > earlier:
            msg = f"release.reuse: k = {k}, but the groups of the earlier release have k = {earlier}"
            raise RecipeError(msg, hint=f"k = {earlier} or less; a greater k needs new groups, without --previous")


def make_plan_error(recipe: Recipe) -> RecipeError:
    """Return the error of a file that is not a plan file, or a damaged one."""
    msg = f"release.reuse: {recipe.path(recipe.release.reuse or '').name} does not contain the groups of a release"
    return RecipeError(msg, hint=_HINT)


def _verify_private(path: Path) -> None:
    """Reject a file of somebody else, or one that others may read: with its key, values can be guessed."""
    state = path.stat()
    if os.name == "posix" and (state.st_uid != os.getuid() or state.st_mode & 0o077):
        msg = f"release.reuse: {path.name} belongs to another user, or others may read it"
        raise RecipeError(msg, hint=f"chmod 600 {path.name} if it is yours")


def _verify_format(path: Path, content: Any) -> None:  # noqa: ANN401
    version = str(content["format"])
    if version != FORMAT and version.startswith(_FAMILY) and version.removeprefix(_FAMILY).isdecimal():
        msg = f"release.reuse: {path.name} has the format {version}; this version reads {FORMAT}"
        raise RecipeError(msg, hint="mask the earlier table again with this version and --plan")
    if version != FORMAT:
        raise KeyError(version)


def _describe_columns(recipe: Recipe) -> dict[str, str]:
    """Masked or confidential column → digest of its part of the recipe and of the files that it names."""
    return {
        name: _digest_column(recipe, name)
        for name in (*recipe.masked, *recipe.confidential_unmasked)
    }  # fmt: skip


def _digest_column(recipe: Recipe, name: str) -> str:
    column = recipe.columns[name]
    part = column.model_dump(mode="json", exclude_defaults=True, by_alias=True)
    digest = hashlib.sha256()
    files = [*column.ontologies, *column.systems.values(), column.mapping, column.code_map, column.counts]
    named = [text for text in files if text is not None]
    digest.update(json.dumps(_drop_folders(part, set(named)), sort_keys=True).encode())
    for text in named:
        path = recipe.path(text)
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _drop_folders(part: Any, paths: set[str]) -> Any:  # noqa: ANN401
    """Return a part of a recipe with the names of files without their folders: files may be moved."""
    if isinstance(part, dict):
        return {key: _drop_folders(value, paths) for key, value in part.items()}
    if isinstance(part, list):
        return [_drop_folders(value, paths) for value in part]
    return PurePath(part).name if isinstance(part, str) and part in paths else part


def _describe_method(method: Method) -> dict[str, Any]:
    """Return the name, k and demands of a method."""
    demands = method.demands
    levels = {name: getattr(demands, name) for name in _DEMANDS} if demands is not None else {}
    return {"name": method.name, "k": method.k_or_none or 1, **levels}
