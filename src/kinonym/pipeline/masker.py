"""`Masker`: `fit` and `FittedPlan.apply` with the interface of scikit-learn, which is imported only if it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any, Literal, Self

import numpy as np

from kinonym.engines.columns.table_kinds import arrow_column, column_names, table_kind
from kinonym.errors import UsageError
from kinonym.hints import did_you_mean
from kinonym.methods.learnt_plan import Unknown
from kinonym.pipeline.fitted_plan import FittedPlan, fit
from kinonym.pipeline.masking import RecipeLike

__all__ = ["Masker"]

_METHOD = {"name": "sa-mdav", "k": 5}
_FEWEST = 2
_CONTAINERS = ("default", "pandas", "polars")


class Masker:
    """A transformer for pipelines: it learns classes from a training table and gives them to the rows of any table.

    Parameters
    ----------
    recipe
        A dict, a path to a TOML file, or a `Recipe`. None masks every column, numbers as numbers and everything else as
        plain texts, with ``sa-mdav`` and k = 5.
    unknown
        What a combination becomes that the training table does not have: ``nearest`` or ``suppress``, as in `fit`.
    seed
        For experiments only, as in `fit`.

    Attributes
    ----------
    fitted_ : FittedPlan
        The classes; ``masker.fitted_.apply(table)`` returns a result with claims and figures. They contain the
        combinations of the training table, and so does a masker that is saved to a file.
    n_features_in_ : int
        The number of columns of the training table.
    feature_names_in_ : ndarray of str
        Their names, if they have names.

    Notes
    -----
    `transform` keeps the order of the rows, which other steps need; so the result is not for release. It is what
    models see. The columns of an array are called x0, x1, …

    Examples
    --------
    >>> import pyarrow as pa
    >>> ages = pa.table({"age": [20, 21, 22, 23, 24, 60, 61, 62, 63, 64]})
    >>> Masker().fit(ages).transform(pa.table({"age": [19, 70]})).to_pydict()
    {'age': [22, 62]}
    """

    fitted_: FittedPlan
    n_features_in_: int
    feature_names_in_: Any

    def __init__(
        self, recipe: RecipeLike | None = None, *, unknown: Unknown = "nearest", seed: int | None = None
    ) -> None:
        self.recipe = recipe
        self.unknown = unknown
        self.seed = seed

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ANN401, ARG002, N803  # the names of scikit-learn
        """Learn the classes of a training table or array."""
        table = self._read(X, reset=True)
        recipe = _mask_every_column(table) if self.recipe is None else self.recipe
        self.fitted_ = fit(table, recipe, unknown=self.unknown, seed=self.seed)
        return self

    def transform(self, X: Any) -> Any:  # noqa: ANN401, N803
        """Mask a table, of which a table of the same kind is returned, or an array; rows keep their order."""
        self._require_fit()
        released = self.fitted_.apply(self._read(X, reset=False), aligned=True).table
        return self._convert(released, as_array=not _is_table(X))

    def fit_transform(self, X: Any, y: object = None) -> Any:  # noqa: ANN401, N803
        """Learn the classes of a training table and mask it."""
        return self.fit(X, y).transform(X)

    def get_feature_names_out(self, input_features: Sequence[str] | None = None) -> Any:  # noqa: ANN401
        """Return the names of the released columns, as an array; identifiers are not released."""
        self._require_fit()
        columns = self.fitted_.recipe.columns
        if input_features is not None and list(input_features) != list(self._names()):
            msg = "input_features is not equal to feature_names_in_"
            raise ValueError(msg)
        released = [name for name in self._names() if columns[name].role != "identifier"]
        return np.array(released, dtype=object)

    def set_output(self, *, transform: Literal["default", "pandas", "polars"] | None = None) -> Self:
        """Choose the kind of table that `transform` returns; ``default``: that of its input."""
        if transform is not None and transform not in _CONTAINERS:
            msg = f"there is no output {transform!r}"
            raise UsageError(msg, hint=did_you_mean(str(transform), _CONTAINERS))
        if transform is not None:
            self._container = transform
        return self

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002, FBT001, FBT002  # as scikit-learn calls it
        """Return the parameters."""
        return {name: getattr(self, name) for name in self._parameter_names()}

    def set_params(self, **params: Any) -> Self:  # noqa: ANN401
        """Set parameters by name."""
        names = self._parameter_names()
        for name, value in params.items():
            if name not in names:
                msg = f"Masker has no parameter {name!r}; {did_you_mean(name, names)}"
                raise ValueError(msg)
            setattr(self, name, value)
        return self

    @classmethod
    def _parameter_names(cls) -> list[str]:
        return [name for name in signature(cls.__init__).parameters if name != "self"]

    def __repr__(self) -> str:
        parameters = [name for name, value in self.get_params().items() if value not in (None, "nearest")]
        return f"Masker({', '.join(f'{name}=…' for name in parameters)})"

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type="transformer",
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(preserves_dtype=[]),
            input_tags=InputTags(string=True, categorical=True, allow_nan=True),
        )

    def __sklearn_is_fitted__(self) -> bool:
        return "fitted_" in vars(self)

    def _require_fit(self) -> None:
        if self.__sklearn_is_fitted__():
            return
        try:
            from sklearn.utils.validation import check_is_fitted
        except ImportError:
            msg = "this Masker has not learnt any classes yet"
            raise UsageError(msg, hint="call fit first") from None
        check_is_fitted(self)

    def _names(self) -> Sequence[str]:
        """Return the names of the columns of the training table."""
        if "feature_names_in_" in vars(self):
            return [str(name) for name in self.feature_names_in_]
        return [f"x{j}" for j in range(self.n_features_in_)]

    def _read(self, table: Any, *, reset: bool) -> Any:  # noqa: ANN401
        """Return a table; its columns must be those of the training table."""
        try:
            from sklearn.utils.validation import validate_data
        except ImportError:
            validate_data = None
        if not _is_table(table):
            if validate_data is None:
                msg = "an array needs scikit-learn 1.6 or later"
                raise UsageError(msg, hint="install it, or give a pandas or polars DataFrame or a pyarrow Table")
            fewest = _FEWEST if reset else 1
            array = validate_data(
                self, table, reset=reset, dtype=None, ensure_all_finite="allow-nan", ensure_min_samples=fewest
            )
            return _make_table(array)
        if validate_data is not None:
            validate_data(self, table, reset=reset, skip_check_array=True)
        if reset:
            self.feature_names_in_ = np.array(column_names(table), dtype=object)
            self.n_features_in_ = len(self.feature_names_in_)
        return table

    def _convert(self, released: Any, *, as_array: bool) -> Any:  # noqa: ANN401
        """Return a masked table in the container that `set_output` named."""
        container = getattr(self, "_container", "default")
        if container == "default":
            return _make_array(released) if as_array else released
        if table_kind(released) == container:
            return released
        import narwhals as nw

        frame = nw.from_native(released, eager_only=True)
        return frame.to_pandas() if container == "pandas" else frame.to_polars()


def _is_table(table: object) -> bool:
    from narwhals import dependencies

    kinds = (dependencies.is_pandas_dataframe, dependencies.is_polars_dataframe, dependencies.is_pyarrow_table)
    return any(is_kind(table) for is_kind in kinds)


def _mask_every_column(table: Any) -> Mapping[str, Any]:  # noqa: ANN401
    """Return a recipe that masks every column: numbers as numbers, everything else as plain texts."""
    import pyarrow as pa

    library = table_kind(table)
    types = {name: arrow_column(table, name, library).type for name in column_names(table)}
    numeric = {
        name: pa.types.is_integer(t) or pa.types.is_floating(t) or pa.types.is_decimal(t) for name, t in types.items()
    }
    columns = {name: {"role": "quasi", "type": "numeric" if number else "plain"} for name, number in numeric.items()}
    return {"columns": columns, "method": _METHOD}


def _make_table(array: Any) -> Any:  # noqa: ANN401
    """Return an array as a table with the columns x0, x1, …; NaN is missing."""
    import pyarrow as pa

    columns = [array[:, j] for j in range(array.shape[1])]
    return pa.table({f"x{j}": _make_column(column) for j, column in enumerate(columns)})


def _make_column(column: Any) -> Any:  # noqa: ANN401
    """Return a column of an array in Arrow: numbers if all its present values are numbers, else texts."""
    import pyarrow as pa

    if column.dtype.kind in "iuf":
        return pa.array(column, from_pandas=True)
    values = [None if value is None or value != value else value for value in column.tolist()]  # noqa: PLR0124  # NaN
    numbers = all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in values)
    return pa.array(values if numbers else [None if value is None else str(value) for value in values])


def _make_array(table: Any) -> Any:  # noqa: ANN401
    """Return a table as an array: of numbers if all columns are numbers, with NaN for missing, else of objects."""
    import pyarrow as pa

    columns = [table.column(name) for name in table.column_names]
    if all(pa.types.is_integer(column.type) or pa.types.is_floating(column.type) for column in columns):
        numbers = [column.cast(pa.float64()).to_numpy(zero_copy_only=False) for column in columns]
        return np.column_stack(numbers)
    return np.array([column.to_pylist() for column in columns], dtype=object).T
