"""Cells of tables as plain values for JSON: batches of numpy, pandas and pyarrow, as Ray Data hands them over."""

from collections import abc
from typing import Any, Dict, List, Mapping, Optional, Sequence, cast

from ._values import held, shortest

_SHORT = {"float": "float32", "halffloat": "float16"}  # pyarrow's names


def _is_mapping(value: object) -> bool:
    return isinstance(value, abc.Mapping)


def column_names(batch: Any) -> List[str]:
    """The names of a batch's columns."""
    if _is_mapping(batch):
        return [str(name) for name in batch]
    names = getattr(batch, "column_names", None)  # pyarrow
    return [str(name) for name in (batch.columns if names is None else names)]


def cells(batch: Any, name: str) -> List[Any]:
    """The cells of a column as they are."""
    column: Any = batch[name]
    to_pylist = getattr(column, "to_pylist", None)
    if callable(to_pylist):
        try:
            found = list(cast(Sequence[Any], to_pylist(maps_as_pydicts="lossy")))
        except TypeError:  # an older pyarrow, or a column of an extension type
            found = list(cast(Sequence[Any], to_pylist()))
        kind = _SHORT.get(str(getattr(column, "type", "")))
        return found if kind is None else [shortest(one, kind) for one in found]
    return list(cast(Sequence[Any], held(column) if getattr(column, "dtype", None) is not None else column))


def count(batch: Any) -> int:
    """The number of rows of a batch."""
    rows = getattr(batch, "num_rows", None)
    if rows is not None:
        return int(rows)
    if _is_mapping(batch):
        return len(next(iter(batch.values()))) if batch else 0
    return len(batch)


def with_columns(batch: Any, new: Mapping[str, List[Any]], numbers: Sequence[str]) -> Any:
    """The batch with further columns, in its own format.

    Each column has its type also where every cell is missing: floats for those in ``numbers``, texts for the others.
    """
    if not _is_mapping(batch) and not hasattr(batch, "column_names"):
        return _with_pandas_columns(batch, new, numbers)
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

    arrow: Any = pyarrow
    typed: Dict[str, Any] = {
        name: arrow.array(values, type=arrow.float64() if name in numbers else arrow.string()) for name, values in new.items()
    }
    if _is_mapping(batch):
        # Arrays of numpy cannot say that a column of nothing is one of texts, and Ray takes those of pyarrow as well.
        return {**batch, **typed}
    table: Any = batch
    for name, values in typed.items():
        table = table.append_column(name, values)
    return table


def _with_pandas_columns(frame: Any, new: Mapping[str, List[Any]], numbers: Sequence[str]) -> Any:
    import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

    tables: Any = pandas
    typed = {name: tables.array(values, dtype="float64" if name in numbers else "string") for name, values in new.items()}
    return frame.assign(**{name: tables.Series(values, index=frame.index) for name, values in typed.items()})


def rows_of(columns: Mapping[str, List[Any]], total: int) -> List[Dict[str, Any]]:
    """Rows out of columns."""
    if not columns:
        return [{} for _ in range(total)]
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def missing_column(wanted: Sequence[Optional[str]], there: Sequence[str]) -> Optional[str]:
    """The first column that is asked for and is not there."""
    return next((name for name in wanted if name is not None and name not in there), None)
