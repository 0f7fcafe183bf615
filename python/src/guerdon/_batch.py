"""A batch of samples on its way through the engine: what to send next, what came back, what to send again.

Knows no process and no threads; :mod:`guerdon._engine` drives it, from a thread or from an event loop.
"""

import math
from collections import abc, deque
from itertools import islice
from numbers import Real
from time import monotonic
from typing import Any, Deque, Dict, Iterable, Iterator, List, NamedTuple, Optional, cast

from ._connection import DONE, ERROR, RESULTS, Frame, Lost
from ._rows import ReadsOf, from_json, result_lines, row_line, row_lines, to_json, to_score, unscored
from ._types import EngineError, OnUnscored, RequestError, Row, Score, UnscoredError

DEADLINE = 60.0
_ROWS_IN_CHUNK = 256
_BYTES_IN_CHUNK = 128 << 10
IN_FLIGHT = 8
STRIKES = 2
_TIMES = ", %d times with this sample"


class Chunk(NamedTuple):
    """Samples that are sent together."""

    payload: bytes
    indices: List[int]
    lines: List[bytes]
    alone: bool
    """Whether it is sent while nothing else of its batch is in flight, because an engine ended with it."""


class Batch:
    """The samples of one call."""

    def __init__(
        self,
        reward: str,
        rows: Iterable[Row],
        deadline: Optional[float],
        timeout: Optional[float],
        strikes: int = 0,
        reads: ReadsOf = lambda: None,
    ) -> None:
        """
        :param strikes: how often an engine has ended with the first sample already
        :param reads: finds the fields that the reward reads
        """
        self.deadline = check_seconds("deadline", deadline, DEADLINE)
        self.until = None if timeout is None else monotonic() + check_number("timeout", timeout)
        self._reward = check_name(reward)
        self._reads = reads
        header: Dict[str, Any] = {"reward": self._reward, "deadline": self.deadline}
        self.header = to_json(header) + b"\n"
        self._rows: Optional[Iterator[Row]] = iter(check_rows(rows))
        self._ahead: Deque[Row] = deque()
        """Rows that were read and not written yet."""
        self._held: Optional[bytes] = None
        self._put_back: Optional[Chunk] = None
        self._again: Deque["tuple[int, bytes]"] = deque()
        self._strikes: Dict[int, int] = {0: strikes}
        self.scores: List[Optional[Score]] = []

    # ---- what to send

    @property
    def finished(self) -> bool:
        """Whether nothing is left to send."""
        return self._rows is None and not self._ahead and self._held is None and self._put_back is None and not self._again

    def put_back(self, chunk: Chunk) -> None:
        """This chunk could not be sent yet."""
        self._put_back = chunk

    def next_chunk(self, in_flight: int, window: int) -> Optional[Chunk]:
        """What to send now, while so many chunks are in flight; None where nothing can be."""
        chunk = self._put_back
        if chunk is not None:
            self._put_back = None
            return chunk
        if self._again:
            # One at a time: if the engine ends again, it is known why.
            if in_flight:
                return None
            index, line = self._again.popleft()
            return Chunk(self.header + line, [index], [line], True)
        if in_flight >= IN_FLIGHT or (self._rows is None and not self._ahead and self._held is None):
            return None
        return self._read_plain(window) or self._read(window)

    def _read_plain(self, window: int) -> Optional[Chunk]:
        """A chunk of samples that are all plain dicts of a usual size, as nearly always; None where they are not."""
        if self._rows is None or self._ahead or self._held is not None:
            return None
        rows = list(islice(self._rows, _ROWS_IN_CHUNK))
        if len(rows) < _ROWS_IN_CHUNK:
            self._rows = None
        lines = row_lines(rows)
        if lines:
            payload = b"\n".join([self.header[:-1], *lines])
            if len(payload) <= min(_BYTES_IN_CHUNK, window // 4):
                first = len(self.scores)
                self.scores.extend([None] * len(lines))
                return Chunk(payload, list(range(first, first + len(lines))), lines, False)
        self._ahead.extend(rows)
        return None

    def _read(self, window: int) -> Optional[Chunk]:
        indices: List[int] = []
        lines: List[bytes] = []
        size = len(self.header)
        most = max(1, min(_BYTES_IN_CHUNK, window // 4))
        while len(lines) < _ROWS_IN_CHUNK and size < most:
            line = self._held
            self._held = None
            if line is None:
                line = self._next_line(window)
                if line is None:
                    break
            if lines and size + len(line) > most:
                self._held = line
                break
            indices.append(len(self.scores))
            self.scores.append(None)
            lines.append(line)
            size += len(line) + 1
        if not lines:
            return None
        return Chunk(self.header + b"\n".join(lines), indices, lines, False)

    def _next_line(self, window: int) -> Optional[bytes]:
        """The next sample that can be sent; the others get their scores here."""
        while True:
            if self._ahead:
                row = self._ahead.popleft()
            elif self._rows is None:
                break
            else:
                try:
                    row = next(self._rows)
                except StopIteration:
                    self._rows = None
                    break
            line = row_line(row, len(self.scores), self._reward, self._reads)
            if isinstance(line, bytes):
                if len(line) + len(self.header) <= window:
                    return line
                line = unscored(
                    "INVALID_INPUT", "this sample has %d bytes; the engine takes at most %d" % (len(line), window - len(self.header))
                )
            self.scores.append(line)
        return None

    # ---- what came back

    def absorb(self, chunk: Chunk, frame: Frame) -> None:
        """Take an answer."""
        if frame.kind == ERROR:
            told = from_json(frame.payload)
            if told.get("error") == "busy":
                self._send_again(chunk)
                return
            raise RequestError(str(told.get("error", "")), str(told.get("message", told)))
        if frame.kind not in (RESULTS, DONE):
            raise EngineError("the engine answered a batch with a frame of kind %r" % chr(frame.kind))
        scores, indices = self.scores, chunk.indices
        for line in result_lines(frame.payload):
            if "i" in line:
                scores[indices[line["i"]]] = to_score(line)
        if frame.kind == DONE:
            for index in chunk.indices:
                if self.scores[index] is None:
                    self.scores[index] = unscored("ERROR", "the engine gave no answer for this sample")

    def lose(self, chunk: Chunk, lost: Lost, again: bool) -> None:
        """The engine ended with this chunk in flight."""
        for index, line in zip(chunk.indices, chunk.lines):
            if self.scores[index] is not None:
                continue
            strikes = self._strikes.get(index, 0) + 1
            self._strikes[index] = strikes
            if strikes < STRIKES and again:
                self._again.append((index, line))
            else:
                reason = "TIMEOUT" if lost.kind == "hung" else "RESOURCE"
                times = "" if strikes < STRIKES else _TIMES % strikes
                self.scores[index] = unscored(reason, lost.message + times)

    def _send_again(self, chunk: Chunk) -> None:
        self._again.extend((i, line) for i, line in zip(chunk.indices, chunk.lines) if self.scores[i] is None)

    def out_of_time(self) -> bool:
        """Whether the time for all of it is over."""
        return self.until is not None and monotonic() >= self.until

    def give_up(self, reason: str = "TIMEOUT", message: str = "the time for this batch was over before this sample was scored") -> None:
        """What has no score gets none."""
        late = unscored(reason, message)
        self._again.clear()
        self._put_back = None
        if self._held is not None:
            self._held = None
            self.scores.append(late)
        self.scores.extend([late] * len(self._ahead))
        self._ahead.clear()
        if self._rows is not None:
            self.scores.extend(late for _ in self._rows)
            self._rows = None
        self.scores[:] = [late if score is None else score for score in self.scores]

    def result(self, on_unscored: OnUnscored) -> List[Score]:
        """The scores, in order."""
        if on_unscored == "none" and None not in self.scores:
            return self.scores  # type: ignore[return-value]
        scores: List[Score] = []
        for index, score in enumerate(self.scores):
            if score is None:
                score = unscored("ERROR", "this sample was not scored")
            scores.append(score if score.unscored is None else settle(score, on_unscored, index))
        return scores


def settle(score: Score, on_unscored: OnUnscored, index: int = 0) -> Score:
    """An unscored sample as the caller wants it."""
    if score.unscored is None or on_unscored == "none":
        return score
    if on_unscored == "raise":
        raise UnscoredError(score.unscored, index)
    return score._replace(reward=float(on_unscored))


def ended_engines(score: Score) -> bool:
    """Whether a sample is unscored because engines ended while it was in flight. Samples of other calls in flight may be to blame."""
    return score.unscored is not None and score.unscored.message.endswith(_TIMES % STRIKES)


def check_fallback(on_unscored: OnUnscored) -> None:
    """Refuse what is no way to handle unscored samples, before anything is scored."""
    if on_unscored in ("none", "raise"):
        return
    if isinstance(on_unscored, str) or on_unscored is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise ValueError("on_unscored is 'none', 'raise' or a number, found %r" % (on_unscored,))
    check_number("on_unscored", on_unscored)


def check_number(name: str, value: Any) -> float:
    """An argument that is a number; a TypeError for what is none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError("%s is a number, found %r of type %s" % (name, value, type(value).__name__))
    return float(value)


def check_seconds(name: str, value: Any, missing: float) -> float:
    """A time in seconds."""
    if value is None:
        return missing
    seconds = check_number(name, value)
    if not 0 < seconds < math.inf:
        raise ValueError("%s is a number of seconds above 0, found %r" % (name, value))
    return seconds


def check_name(reward: object) -> str:
    """The name of a reward."""
    if not isinstance(reward, str):
        raise TypeError("a reward is named by a text, such as 'math_equal_reward'; found %s" % type(reward).__name__)
    return reward


def check_names(what: str, names: Any) -> List[str]:
    """A list of names."""
    if isinstance(names, (str, bytes)) or not all(isinstance(name, str) for name in names):
        raise TypeError("%s is a list of names, found %r" % (what, names))
    return list(names)


def check_rows(rows: Any) -> Iterable[Row]:
    """An iterable of samples, and nothing that would be taken apart into something else."""
    kind = type(rows).__name__
    if isinstance(rows, (str, bytes, bytearray, abc.Mapping)):
        raise TypeError("rows is a list of mappings, one for each sample; found one %s" % kind)
    if hasattr(rows, "columns"):  # a table of pandas, polars or pyarrow, which would give its columns
        raise TypeError(
            "rows is a list of mappings, one for each sample; found a %s: give its rows, as to_dict('records') of pandas, to_dicts() of polars "
            "or to_pylist() of pyarrow make them" % kind
        )
    if not isinstance(rows, abc.Iterable):
        raise TypeError("rows is a list of mappings, one for each sample; found %s" % kind)
    return cast(Iterable[Row], rows)
