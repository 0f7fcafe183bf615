"""Values of Python programs and their packages as JSON has them: numbers, dates, sets, arrays, data classes; and what JSON has no form for."""

import enum
import math
import struct
from collections import abc, deque
from typing import TYPE_CHECKING, AbstractSet, Any, Callable, Dict, List, Mapping, Optional, cast

if TYPE_CHECKING:
    from decimal import Decimal

_MISSING = frozenset({"NAType", "NaTType"})  # of pandas, which need not be there
_PLAIN = (str, bool, int)
_LISTS = (abc.Sequence, abc.ValuesView, deque)
_BYTES = (bytes, bytearray, memoryview)
_EXACT_DIGITS = 15
_EXACT_WHOLE = 2048
"""Whole numbers below are exact in numbers of the fewest bits, but bfloat16, which are told as they are."""

SHORT_KINDS = {"float32": 9, "float16": 5, "bfloat16": 4}
"""Numbers of few bits, and the most digits that it takes to tell them from each other."""


class UnsendableError(TypeError):
    """A value that JSON has no form for."""


def converted(value: Any) -> Any:
    """A value that is no JSON by itself, one step nearer to it.

    NaN is missing, because tables of numpy and pandas have it where there is nothing, and JSON has none.
    """
    if isinstance(value, float):
        if math.isinf(value):
            raise UnsendableError("an infinite number")
        return None if math.isnan(value) else value
    kind: Any = type(value)
    if kind.__name__ in _MISSING:
        return None
    if isinstance(value, enum.Enum):
        return value.value
    if getattr(value, "dtype", None) is not None:
        return held(value)
    if isinstance(value, abc.Mapping):
        entries: Mapping[Any, Any] = value
        return {_key(key): one for key, one in entries.items()}
    if isinstance(value, abc.Set):
        elements: AbstractSet[Any] = value
        return _ordered(elements)
    if isinstance(value, _BYTES):
        raise UnsendableError("bytes")
    fields = getattr(kind, "__dataclass_fields__", None)
    if fields is not None:
        return {name: getattr(value, name) for name in fields if hasattr(value, name)}
    for name in ("tolist", "to_list", "as_py", "model_dump"):
        method: Optional[Callable[[], Any]] = getattr(value, name, None)
        if callable(method):
            found = method()
            if type(found) is not kind:
                return found
    if isinstance(value, _LISTS):
        return list(cast("abc.Iterable[Any]", value))
    return _standard(value)


def _standard(value: Any) -> Any:
    """A value of Python's own modules, which are imported where one is met."""
    import datetime
    import decimal
    import fractions
    import pathlib
    import uuid

    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return _decimal(value)
    if isinstance(value, (fractions.Fraction, uuid.UUID, pathlib.PurePath, datetime.timedelta)):
        return str(value)
    raise UnsendableError("a value of type %s" % type(value).__name__)


def plain(value: Any, where: str) -> Any:
    """A value as JSON has it: text, a number, true, false, a list, a mapping, or None where it is missing.

    :param where: names the value in the message of the UnsendableError for what JSON has no form for
    """
    if value is None or isinstance(value, _PLAIN):
        return value
    if type(value) is list or type(value) is tuple:
        return [plain(one, "%s[%d]" % (where, i)) for i, one in enumerate(cast(List[Any], value))]
    try:
        found = converted(value)
    except UnsendableError as e:
        raise UnsendableError("%s has %s, which JSON has no form for; make it text, a number, a list or a mapping, or leave it out" % (where, e)) from None
    except Exception as e:  # a hook of a foreign type, such as tolist() of a tensor on another device
        raise UnsendableError("%s cannot be read: %s: %s" % (where, type(e).__name__, e)) from None
    if isinstance(found, float):
        return found if math.isfinite(found) else plain(converted(found), where)
    if type(found) is dict:
        return {key: plain(one, "%s.%s" % (where, key)) for key, one in cast(Dict[str, Any], found).items()}
    return plain(found, where)


def _key(key: Any) -> str:
    if isinstance(key, str):
        return key
    return str(key.value if isinstance(key, enum.Enum) else key)


def _decimal(value: "Decimal") -> Any:
    """A number where that tells it exactly, else its digits as text."""
    if value.is_nan():
        return None
    if value.is_infinite():
        raise UnsendableError("an infinite number")
    if len(value.as_tuple().digits) > _EXACT_DIGITS or abs(value.adjusted()) > _EXACT_DIGITS:
        return str(value)
    return int(value) if value == value.to_integral_value() else float(value)


def _ordered(values: AbstractSet[Any]) -> List[Any]:
    """The elements of a set in an order that is the same in every process."""
    found = list(values)
    try:
        return sorted(found)
    except TypeError:
        return sorted(found, key=lambda one: (type(one).__name__, repr(one)))


def held(value: Any) -> Any:
    """What a scalar or an array of numpy, torch, jax or pandas holds."""
    name = str(value.dtype).rpartition(".")[2].lower()
    if name.startswith(("datetime64", "timedelta64")):
        return _times(value.astype(str).tolist() if hasattr(value, "astype") else str(value))
    found: Any = value.tolist() if callable(getattr(value, "tolist", None)) else value.to_list()
    if name in SHORT_KINDS:
        return shortest(found, name)
    if type(found) is type(value):  # a number of more bits than a float has
        return float(str(found))
    return found


def _times(found: Any) -> Any:
    if isinstance(found, list):
        several: List[Any] = found
        return [_times(one) for one in several]
    return None if found in ("NaT", "") else found


def shortest(found: Any, name: str) -> Any:
    """Numbers of few bits as they are written, 0.1 and not 0.10000000149011612."""
    if isinstance(found, list):
        several: List[Any] = found
        return [shortest(one, name) for one in several]
    if not isinstance(found, float) or not math.isfinite(found) or (found.is_integer() and abs(found) < _EXACT_WHOLE):
        return found
    wanted = _bits(found, name)
    for digits in range(1, SHORT_KINDS[name]):
        short = float("%.*g" % (digits, found))
        if _bits(short, name) == wanted:
            return short
    return float("%.*g" % (SHORT_KINDS[name], found))


def _bits(number: float, name: str) -> Any:
    """The nearest number of this kind, in its bits."""
    try:
        if name == "float16":
            return struct.pack("<e", number)
        (bits,) = struct.unpack("<I", struct.pack("<f", number))
    except OverflowError:  # a short form that would be rounded to infinity
        return None
    return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16 if name == "bfloat16" else bits
