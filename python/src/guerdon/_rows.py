"""Samples and results as the engine's lines of JSON."""

import json
from collections import abc
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from ._types import Score, Unscored

MAX_FRAME = 256 << 20


class Line(bytes):
    """A sample that was written as JSON already, in another process."""

    __slots__ = ()


def _plain(value: Any) -> Any:
    """What is no JSON by itself: scalars and arrays of numpy, torch and the like, and objects that are mappings or rows of data."""
    tolist = getattr(value, "tolist", None)
    if callable(tolist):
        return tolist()
    if isinstance(value, abc.Mapping):
        return dict(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    dump = getattr(value, "model_dump", None)  # pydantic, which the clients of model servers return messages in
    if callable(dump):
        return dump()
    raise TypeError("a value of type %s cannot be sent to the engine; make it text, a number, a list or a dict" % type(value).__name__)


def _encoder() -> Callable[[Any], str]:
    """A function that writes JSON. The one of the standard library is made anew for each value, which takes longer than to write a small sample."""
    try:
        make: Any = getattr(json.encoder, "c_make_encoder")
        write: Callable[[Any, int], Sequence[str]] = make(None, _plain, json.encoder.encode_basestring, None, ":", ",", False, False, True)
        if "".join(write({"a": [1, "b", None, 0.5]}, 0)) == '{"a":[1,"b",null,0.5]}':
            return lambda value: "".join(write(value, 0))
    except Exception:
        pass  # another Python than those that are known
    return json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain).encode


_encode = _encoder()
_encode_ascii = json.JSONEncoder(separators=(",", ":"), default=_plain).encode


def to_json(value: Any) -> bytes:
    """A value as one line of JSON."""
    try:
        return _encode(value).encode("utf-8")
    except UnicodeEncodeError:
        # Half of a surrogate pair, as models cut them: JSON can write it, UTF-8 cannot.
        return _encode_ascii(value).encode("ascii")


_decode = json.JSONDecoder().decode


def from_json(data: bytes) -> Any:
    return _decode(data.decode("utf-8"))


def row_line(row: object) -> Union[bytes, Score]:
    """The line of a sample, or its score where it cannot be written as JSON."""
    if type(row) is not dict and not isinstance(row, abc.Mapping):
        if isinstance(row, Line):
            return row
        return invalid("a sample is a mapping of fields, such as a dict; found %s" % type(row).__name__)
    try:
        return to_json(row)
    except (TypeError, ValueError, RecursionError) as e:
        return invalid("this sample cannot be written as JSON: %s" % e)
    except Exception as e:  # a hook of a foreign type, such as tolist() of a tensor on another device
        return invalid("this sample cannot be written as JSON: %s: %s" % (type(e).__name__, e))


def row_lines(rows: List[Any]) -> Optional[List[bytes]]:
    """The lines of samples that are plain dicts and can all be written, or are lines already; None where one is not, or cannot."""
    kinds = set(map(type, rows))
    if kinds == {Line}:
        return rows
    if kinds - {dict}:
        return None
    encode = _encode
    try:
        return [encode(row).encode("utf-8") for row in rows]
    except Exception:
        return None


def invalid(message: str) -> Score:
    return unscored("INVALID_INPUT", message)


def unscored(reason: str, message: str) -> Score:
    return Score(None, {}, Unscored(reason, message))


def to_score(line: Dict[str, Any]) -> Score:
    """The score in one result line of the engine."""
    why = line.get("unscored")
    if why is None:
        return Score(line["reward"], line.get("extras") or {})
    return Score(None, line.get("extras") or {}, Unscored(why["reason"], why["message"]))


def result_lines(payload: bytes) -> List[Dict[str, Any]]:
    """The result lines of a frame."""
    payload = payload.strip()
    if not payload:
        return []
    # A line feed cannot stand inside of JSON's texts, so all lines are one list: a single call of the reader.
    lines: List[Dict[str, Any]] = _decode("[%s]" % payload.replace(b"\n", b",").decode("utf-8"))
    return lines


def recipe_name(parts: Sequence[Union[str, Mapping[str, Any]]], name: str, clip: Optional[Sequence[float]]) -> str:
    """The name of the reward that a recipe is."""
    if isinstance(parts, (str, bytes)):
        raise TypeError("a recipe needs a list of parts, found one text")
    members = [{"reward": part} if isinstance(part, str) else dict(part) for part in parts]
    options = ["name=" + _encode_ascii(name), "parts=" + _encode_ascii(members)]
    if clip is not None:
        options.append("clip=" + _encode_ascii(list(clip)))
    return "recipe(%s)" % ",".join(options)
