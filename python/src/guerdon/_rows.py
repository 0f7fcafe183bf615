"""Samples and results as the engine's lines of JSON."""

import json
from collections import abc
from typing import Any, Callable, Collection, Dict, List, Mapping, Optional, Sequence, Union

from ._types import Score, Unscored
from ._values import converted, plain

MAX_FRAME = 256 << 20

ReadsOf = Callable[[], Optional[Collection[str]]]
"""Finds the fields that a reward reads; None where nobody can tell."""


class Line(bytes):
    """A sample that was written as JSON already, in another process."""

    __slots__ = ()


def _encoder() -> Callable[[Any], str]:
    """A function that writes JSON. The one of the standard library is made anew for each value, which takes longer than to write a small sample."""
    try:
        make: Any = getattr(json.encoder, "c_make_encoder")
        write: Callable[[Any, int], Sequence[str]] = make(None, converted, json.encoder.encode_basestring, None, ":", ",", False, False, False)
        if "".join(write({"a": [1, "b", None, 0.5]}, 0)) == '{"a":[1,"b",null,0.5]}':
            return lambda value: "".join(write(value, 0))
    except Exception:
        pass  # another Python than those that are known
    return json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=converted, allow_nan=False).encode


_encode = _encoder()
_encode_ascii = json.JSONEncoder(separators=(",", ":"), default=converted, allow_nan=False).encode


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


def one_sample(row: Optional[Mapping[str, Any]], fields: Dict[str, Any]) -> Mapping[str, Any]:
    """The sample of a call for one; a TypeError where an argument has the wrong type."""
    if row is not None and not isinstance(row, abc.Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("a sample is a mapping of fields, such as a dict; found %s" % type(row).__name__)
    sample: Mapping[str, Any] = fields if row is None else {**row, **fields}
    wrong = wrong_types(sample)
    if wrong is not None:
        raise TypeError(wrong)
    return sample


def row_line(row: object, index: int = 0, reward: str = "", reads: ReadsOf = lambda: None) -> Union[bytes, Score]:
    """The line of a sample, or its score where the reward reads a field that cannot be written as JSON.

    :param index: the place of the sample in its batch, for messages
    :param reads: finds the fields that the reward reads, asked only where one cannot be written; None where nobody can tell
    """
    if type(row) is not dict and not isinstance(row, abc.Mapping):
        if isinstance(row, Line):
            return row
        return invalid("row %d: a sample is a mapping of fields, such as a dict; found %s" % (index, type(row).__name__))
    fields: Mapping[Any, Any] = row
    wrong = wrong_types(fields)
    if wrong is not None:
        return invalid("row %d: %s" % (index, wrong))
    try:
        return to_json(fields)
    except Exception:
        pass  # which field it is, and whether it matters, is found out below
    sent: Dict[str, Any] = {}
    for name, value in fields.items():
        where = "row %d: the field '%s'" % (index, name)
        try:
            sent[str(name)] = plain(value, where)
        except (TypeError, RecursionError) as e:
            read = reads()
            why = str(e) if isinstance(e, TypeError) else "%s is nested too deeply, or in a circle" % where
            if read is None:
                return invalid("%s; the reward '%s' may read any field" % (why, reward))
            if str(name) in read:
                return invalid("%s; the reward '%s' reads it" % (why, reward))
    return to_json(sent)


def wrong_types(fields: Mapping[Any, Any]) -> Optional[str]:
    """What is wrong with the predefined fields; None where nothing is."""
    response = fields.get("final_response")
    if response is not None and not isinstance(response, str) and response == response:
        return "'final_response' is a text, found %s" % type(response).__name__
    for name in ("messages", "trajectory"):
        said: Any = fields.get(name)
        listed: Any = said
        if said is None or (isinstance(said, float) and said != said):
            continue
        if name == "trajectory" and (isinstance(said, abc.Mapping) or hasattr(listed, "model_dump")):
            continue
        if isinstance(said, (str, bytes, abc.Mapping)) or not isinstance(said, abc.Iterable):
            return "'%s' is a list of messages, found %s" % (name, type(said).__name__)
        if isinstance(said, (list, tuple)):
            for i, one in enumerate(listed):
                if not isinstance(one, abc.Mapping) and not hasattr(one, "model_dump"):
                    return "'%s' is a list of messages, each a mapping with a role; found %s as number %d" % (name, type(one).__name__, i)
    return None


def row_lines(rows: List[Any]) -> Optional[List[bytes]]:
    """The lines of samples that are plain dicts and can all be written, or are lines already; None where one is not, or cannot."""
    kinds = set(map(type, rows))
    if kinds == {Line}:
        return rows
    if kinds - {dict}:
        return None
    encode = _encode
    try:
        looked_at = [row for row in rows if type(row.get("final_response")) is not str or "trajectory" in row or "messages" in row]
        if any(map(wrong_types, looked_at)):
            return None
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
