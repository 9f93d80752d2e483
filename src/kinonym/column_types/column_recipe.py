"""`ColumnRecipe`: one column of a recipe, and the base class of all column types.

Every type accepts every key, so that a user can change the type and keep the other keys. A type checks the keys that
it needs or cannot have only if the column is masked.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt

from kinonym.column_types.read_column import ColumnValues, ReadColumn
from kinonym.domains.date_parts import Period
from kinonym.domains.several_taxonomies import Combination
from kinonym.errors import RecipeError
from kinonym.measures import Measure, measure_named, plugin_measures

__all__ = ["PRECISION_HINT", "ColumnRecipe", "PrecisionType", "RecipePart", "Role"]

PrecisionType = type[int] | type[str] | None
Role = Literal["identifier", "quasi", "confidential", "other"]

PRECISION_HINT = 'precision = 2 writes means with two decimals, "month" dates by month, "hour" times of day by hour'


class RecipePart(BaseModel):
    """A section of a recipe."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_by_name=True, validate_by_alias=True)


class ColumnRecipe(RecipePart):
    """One column: its role, and what its values mean if it is masked. A subclass is a type of columns."""

    kind: ClassVar[str]
    """The name of the type in recipes."""
    title: ClassVar[str]
    """The name of the type on the page."""
    form_keys: ClassVar[Mapping[str, Callable[[str], Any]]] = {}
    """Keys that the page asks for → a function from the typed text to the value of the key; None leaves the key out."""
    maps_values: ClassVar[bool] = False
    """Whether values are mapped to the concepts of an ontology."""
    has_order: ClassVar[bool] = False
    """Whether values of two columns of this type can come before or after each other."""
    averages: ClassVar[bool] = False
    """Whether the centre of a class is the mean of its values."""
    holds_dates: ClassVar[bool] = False
    """Whether values are dates, which have years and can be shifted."""
    precision_type: ClassVar[PrecisionType] = None
    """What ``precision`` must be: a number of decimals, or the name of a period; None: it does not apply."""

    role: Role
    type: str | None = None
    ontology: str | tuple[str, ...] | None = None
    """A built-in name or a path; or ``paths``, ``prefix`` or ``dates``: built from the column's values. Or several."""
    combine: Combination = "best"
    """Which distance two values have if several ontologies have both."""
    language: str | None = Field(default=None, min_length=2)
    """The language of the values: its words for the concepts of the ontology are used."""
    path_separator: str | None = Field(default=None, min_length=1)
    """The text between the parts of a value, for ``ontology = "paths"``."""
    lengths: tuple[StrictInt, ...] | None = Field(default=None, min_length=1)
    """How many characters make a group, the shortest first, for ``ontology = "prefix"``."""
    ontology_by: dict[str, str] | None = None
    """``column``: the column with the code system of each value; then each of its values → an ontology."""
    separator: str | None = Field(default=None, min_length=1)
    """The text between the concepts of a cell with several."""
    set_distance: Literal["average", "assignment", "hausdorff"] = "average"
    """How cells with several concepts are compared."""
    root: str | None = None
    measure: str = "wu-palmer"
    mapping: str | None = None
    code_map: str | None = None
    """An RF2 release or NLM file that maps the column's ICD codes to concepts of SNOMED CT."""
    code_refset: str | None = None
    counts: str | None = None
    """A file of concept,count for information content from a corpus."""
    mask: StrictBool = False
    unmapped: Literal["error", "isolate", "suppress"] = "error"
    write: Literal["label", "code"] | None = None
    order: tuple[str, ...] | None = None
    precision: Annotated[StrictInt, Field(ge=0, le=15)] | Period | None = None
    """The decimals of numbers; the period of dates: day, month, quarter, year …; hour or minute for times."""
    bottom: StrictFloat | None = Field(default=None, allow_inf_nan=False)
    """Smaller numbers count as this one (bottom coding)."""
    top: StrictFloat | None = Field(default=None, allow_inf_nan=False)
    """Greater numbers count as this one (top coding)."""
    before: str | tuple[str, ...] | None = None
    """Columns with values that never come before those of this one, also after masking."""
    shift_with: Literal["person"] | None = None
    """Unmasked dates are shifted by one random number of days for each person."""
    follows: str | None = Field(default=None, alias="with")
    """A masked column that decides the text of this one, as a code decides its description."""
    weight: StrictFloat = Field(default=1.0, gt=0, allow_inf_nan=False)

    @classmethod
    def is_implied(cls, section: Mapping[str, Any]) -> bool:  # noqa: ARG003
        """Whether the keys of a section without ``type`` imply this type."""
        return False

    @abstractmethod
    def read(self, column: ColumnValues) -> ReadColumn:
        """Find out what the values of a column mean."""

    def check_meaning(self, name: str) -> None:
        """Reject a masked column without the keys that its type needs, or with keys that it cannot have."""

    @property
    def resolved_measure(self) -> Measure:
        """The measure, built in or from a plugin."""
        return measure_named(self.measure, plugin_measures)

    @property
    def masked(self) -> bool:
        """Whether the method changes this column, unless it follows another one."""
        return self.follows is None and (self.role == "quasi" or (self.role == "confidential" and self.mask))

    @property
    def successors(self) -> tuple[str, ...]:
        """The columns that ``before`` names."""
        return (self.before,) if isinstance(self.before, str) else self.before or ()

    @property
    def ontologies(self) -> tuple[str, ...]:
        """The ontologies that ``ontology`` names, the preferred one first."""
        return (self.ontology,) if isinstance(self.ontology, str) else self.ontology or ()

    @property
    def has_several_ontologies(self) -> bool:
        """Whether every value is looked up in several ontologies."""
        return isinstance(self.ontology, tuple)

    @property
    def by_column(self) -> str | None:
        """The column with the code system of each value of this one."""
        return None if self.ontology_by is None else self.ontology_by.get("column")

    @property
    def systems(self) -> dict[str, str]:
        """Value of that column → the ontology of the codes in the same row."""
        return {key: name for key, name in (self.ontology_by or {}).items() if key != "column"}

    def check_precision(self, name: str) -> None:
        """Reject a precision of the wrong kind; unlike other keys, also if the column is not masked."""
        if self.precision is None:
            return
        if self.precision_type is None:
            msg = f"columns.{name} has a precision, but its type is {self.kind}"
            raise RecipeError(msg, hint=f'{PRECISION_HINT}; or add type = "numeric" or type = "date"')
        if not isinstance(self.precision, self.precision_type):
            msg = f"columns.{name}.precision is not valid for the type {self.kind}"
            raise RecipeError(msg, hint=PRECISION_HINT)

    def check_limits(self, name: str) -> None:
        """Reject top and bottom coding of anything but masked numbers; also if the column is not masked."""
        if self.bottom is None and self.top is None:
            return
        if self.kind != "numeric" or not self.masked:
            msg = f"columns.{name} has bottom or top, which only masked numbers have"
            raise RecipeError(msg, hint='add type = "numeric" and role = "quasi", or remove bottom and top')
        if self.bottom is not None and self.top is not None and self.bottom >= self.top:
            msg = f"columns.{name}: bottom must be less than top"
            raise RecipeError(msg, hint="for instance bottom = 18, top = 90")

    def check(self, name: str) -> None:
        """Reject a masked column if its values have no clear meaning."""
        self._check_hierarchy(name)
        self.check_meaning(name)
        if self.separator is not None and not self.maps_values:
            msg = f"columns.{name} has a separator, but its values are {self.kind}: only concepts make sets"
            raise RecipeError(msg, hint='add ontology = "wordnet" or "icd10cm" or a path, or remove separator')
        if self.separator is not None and self.ontology_by is not None:
            msg = f"columns.{name} has a separator and several code systems: the system of a code in a cell is unknown"
            raise RecipeError(msg, hint="split the column, or name one ontology that has all codes")
        if self.separator is not None and self.separator == self.path_separator:
            msg = f"columns.{name}: separator and path_separator are the same"
            hint = "one separates the values of a cell, the other the parts of a value"
            raise RecipeError(msg, hint=hint)
        _ = self.resolved_measure

    def _check_hierarchy(self, name: str) -> None:
        """Check the keys of an ontology that is built from the column's values."""
        for kind, key, value, example in (
            ("paths", "path_separator", self.path_separator, '"|"'),
            ("prefix", "lengths", self.lengths, "[1, 3, 4]"),
        ):
            if self.ontology == kind and value is None:
                msg = f'columns.{name} has ontology = "{kind}" but no {key}'
                raise RecipeError(msg, hint=f"add {key} = {example}")
            if self.ontology != kind and value is not None:
                msg = f"columns.{name} has {key}, which needs ontology = {kind!r}"
                raise RecipeError(msg, hint=f'set ontology = "{kind}", or remove {key}')
        if self.lengths and any(a >= b for a, b in pairwise((0, *self.lengths))):
            msg = f"columns.{name}: lengths must be whole numbers of at least 1, the shortest first"
            raise RecipeError(msg, hint="for instance lengths = [1, 3, 4, 5] for ATC codes")
