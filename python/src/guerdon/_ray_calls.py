"""One call of a pool: its samples in chunks, and their scores in order. Drives the crew from a thread, or from an event loop."""

import asyncio
from concurrent.futures import CancelledError, Future
from itertools import islice
from math import ceil
from operator import length_hint
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Dict, Iterable, Iterator, List, Optional, TypeVar

from ._batch import DEADLINE, check_name, check_number, check_rows, check_seconds, settle
from ._ray_crew import CLOSED, Chunk, Crew
from ._rows import ReadsOf, row_line, row_lines, unscored
from ._types import EngineError, OnUnscored, Row, Score

_MOST_ROWS = 256
_MOST_BYTES = 90 << 10  # Ray sends arguments below 100 KiB with the call, and larger ones through its object store
_FIRST_ROWS = 16
_CHUNKS_EACH = 4

T = TypeVar("T")


class Call:
    """The samples of one call."""

    def __init__(
        self,
        reward: str,
        rows: Iterable[Row],
        deadline: Optional[float],
        timeout: Optional[float],
        actors: int,
        max_concurrency: int,
        reads: ReadsOf = lambda: None,
    ) -> None:
        self._reward = check_name(reward)
        self._deadline = check_seconds("deadline", deadline, DEADLINE)
        self.until = None if timeout is None else monotonic() + check_number("timeout", timeout)
        self._reads = reads
        rows = check_rows(rows)
        # Few samples are spread over all actors, too; where nobody knows how many there are, chunks begin small and grow.
        known = length_hint(rows, 0)
        self._grow = known == 0
        self._rows_in_chunk = min(_MOST_ROWS, ceil(known / (actors * _CHUNKS_EACH))) if known else _FIRST_ROWS
        self.most_in_flight = actors * max_concurrency + 1
        self._rows: Optional[Iterator[Row]] = iter(rows)
        self._ready: List[Chunk] = []
        self._scores: List[Optional[Score]] = []
        self.flight: Dict[Any, Chunk] = {}

    def next_chunk(self) -> Optional[Chunk]:
        """What to send now; None where nothing can be, or nothing is left."""
        if len(self.flight) >= self.most_in_flight:
            return None
        while not self._ready and self._rows is not None:
            self._read()
        return self._ready.pop(0) if self._ready else None

    def _read(self) -> None:
        assert self._rows is not None
        rows: List[Any] = list(islice(self._rows, self._rows_in_chunk))
        if len(rows) < self._rows_in_chunk:
            self._rows = None
        if self._grow:
            self._rows_in_chunk = min(_MOST_ROWS, 2 * self._rows_in_chunk)
        lines = row_lines(rows)
        if lines is not None and sum(map(len, lines)) <= _MOST_BYTES:
            self._add(lines)
            return
        held: List[bytes] = []
        for index, row in enumerate(rows, len(self._scores)):
            line = row_line(row, index, self._reward, self._reads)
            if held and (isinstance(line, Score) or sum(map(len, held)) + len(line) > _MOST_BYTES):
                self._add(held)
                held = []
            if isinstance(line, Score):
                self._scores.append(line)
            else:
                held.append(line)
        self._add(held)

    def _add(self, lines: List[bytes]) -> None:
        if lines:
            self._ready.append(Chunk(self._reward, self._deadline, len(self._scores), lines))
            self._scores.extend([None] * len(lines))

    def left(self) -> Optional[float]:
        """Seconds until the time for all of it is over."""
        return None if self.until is None else max(0.0, self.until - monotonic())

    def absorb(self, arrived: "Future[List[Score]]") -> None:
        """Take the scores of a chunk."""
        chunk = self.flight.pop(arrived)
        scores = wait_for(arrived)
        self._scores[chunk.first : chunk.first + len(chunk.lines)] = scores

    def abandon(self) -> None:
        """Nobody waits for what is in flight any more."""
        for future in self.flight:
            future.cancel()
        self.flight.clear()

    def result(self, on_unscored: OnUnscored) -> List[Score]:
        """The scores, in order."""
        late = unscored("TIMEOUT", "the time for this batch was over before this sample was scored")
        scores = [late if score is None else score for score in self._scores]
        if self._rows is not None:
            scores.extend(late for _ in self._rows)
        if on_unscored == "none":
            return scores
        return [settle(score, on_unscored, index) for index, score in enumerate(scores)]


def wait_for(future: "Future[T]") -> T:
    """What comes of it; an EngineError where the pool was closed."""
    try:
        return future.result()
    except CancelledError:
        raise EngineError(CLOSED) from None


def run_call(crew: Crew, call: Call) -> Call:
    """Score the samples of a call, from a thread."""
    arrivals: "SimpleQueue[Future[List[Score]]]" = SimpleQueue()
    try:
        while call.left() != 0.0:
            chunk = call.next_chunk()
            if chunk is not None:
                future = crew.call(crew.score(call, chunk))
                call.flight[future] = chunk
                future.add_done_callback(arrivals.put)
            elif not call.flight:
                break
            else:
                try:
                    call.absorb(arrivals.get(timeout=call.left()))
                except Empty:
                    break
    finally:
        call.abandon()
    return call


async def await_call(crew: Crew, call: Call) -> Call:
    """Score the samples of a call, from an event loop."""
    loop = asyncio.get_running_loop()
    arrivals: "asyncio.Queue[Future[List[Score]]]" = asyncio.Queue()

    def arrived(future: "Future[List[Score]]") -> None:
        try:
            loop.call_soon_threadsafe(arrivals.put_nowait, future)
        except RuntimeError:  # the loop is closed, and its coroutines are gone
            pass

    try:
        while call.left() != 0.0:
            chunk = call.next_chunk()
            if chunk is not None:
                future = crew.call(crew.score(call, chunk))
                call.flight[future] = chunk
                future.add_done_callback(arrived)
            elif not call.flight:
                break
            else:
                try:
                    call.absorb(await asyncio.wait_for(arrivals.get(), call.left()))
                except asyncio.TimeoutError:
                    break
    finally:
        call.abandon()
    return call
