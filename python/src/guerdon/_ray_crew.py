"""The actors of a pool as one process uses them: who is ready, who gets what next, what is sent again.

All of it runs in an event loop of its own, in a thread, so that threads and event loops of any kind can use it, and nothing needs a lock.
"""

import asyncio
import logging
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread, current_thread
from time import monotonic
from typing import Any, Awaitable, Coroutine, Dict, Hashable, List, NamedTuple, Optional, Set, TypeVar

from ._places import Places
from ._ray_host import File, Told
from ._rows import unscored
from ._types import EngineError, GuerdonError, RequestError, Score, Unscored

T = TypeVar("T")

CLOSED = "this pool was closed"

log = logging.getLogger("guerdon.ray")

_LOOK = 5.0
_AGAIN = 0.5
_SAY_AFTER = 30.0
_LONGEST_PROBLEM = 2000


class CrewSettings(NamedTuple):
    """How actors are used."""

    max_concurrency: int
    retries: int
    hang_after: float
    start_timeout: float
    wants: str
    """What an actor asks of the cluster, for messages."""


class Chunk(NamedTuple):
    """Samples that are sent together."""

    reward: str
    deadline: Optional[float]
    first: int
    """The place of the first one in its call."""
    lines: List[bytes]


@dataclass(eq=False)
class Member:
    """An actor as this process knows it, from one of its starts to its end."""

    handle: Any
    name: str
    lost: asyncio.Event = field(default_factory=asyncio.Event)
    heard: float = 0.0
    pid: Optional[int] = None
    engine: Optional[int] = None
    problem: Optional[GuerdonError] = None


class Crew:
    """Actors, and the thread that speaks with them."""

    def __init__(self, ray: Any, handles: List[Any], settings: CrewSettings, files: Optional[List[File]]) -> None:
        """:param files: what the actors load; None where another process knows"""
        self._ray = ray
        self._settings = settings
        self._handles = handles
        self._files = files
        self._places: Places[Member] = Places(settings.max_concurrency)
        self._members: List[Member] = []
        self._tasks: "Set[asyncio.Task[Any]]" = set()
        self.restarts = 0
        self.retried = 0
        self.closed = False
        self._calling = Lock()
        exceptions = ray.exceptions
        self._losses = (exceptions.RayActorError, exceptions.ObjectLostError, exceptions.NodeDiedError, exceptions.WorkerCrashedError)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="guerdon.ray", daemon=True)
        self._thread.start()
        self.call(self._begin()).result()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    def call(self, coroutine: "Coroutine[Any, Any, T]") -> "Future[T]":
        """Run a coroutine in the crew's thread."""
        with self._calling:  # what was called before the end is ended by it
            if not self.closed:
                return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        coroutine.close()
        raise EngineError(CLOSED)

    def end(self, kill: bool) -> None:
        """Let go of the actors; end them and their engines, where they are this process's own."""
        with self._calling:
            if self.closed:
                return
            self.closed = True
            last = asyncio.run_coroutine_threadsafe(self._end(kill), self._loop)
        if current_thread() is self._thread:  # the collector of garbage came by here
            last.add_done_callback(lambda _: self._loop.call_soon_threadsafe(self._loop.stop))
            return
        try:
            last.result(10)
        except Exception as e:  # Ray may be gone already
            log.debug("the actors did not end well: %r", e)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    # ---- all below runs in the crew's thread

    async def _begin(self) -> None:
        for number, handle in enumerate(self._handles):
            self._members.append(Member(handle, "actor %d of %d" % (number + 1, len(self._handles))))
            self._tasks.add(asyncio.ensure_future(self._care(number)))

    async def _end(self, kill: bool) -> None:
        self._places.fail(EngineError(CLOSED))
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        if not kill:
            return
        endings = [asyncio.wrap_future(member.handle.close.remote().future()) for member in self._members if member.pid is not None]
        if endings:
            await asyncio.wait(endings, timeout=5)
            for ending in endings:
                ending.cancel() if not ending.done() else ending.exception()
        for member in self._members:
            self._ray.kill(member.handle)

    async def _care(self, number: int) -> None:
        """Wait until the actor is ready, let it work, look after it, and once more when it was lost."""
        while True:
            member = self._members[number]
            try:
                if not await self._ready(member):
                    return
            except self._ray.exceptions.RayError as e:
                self._give_up(member, EngineError("%s is gone: %s" % (member.name, str(e)[:_LONGEST_PROBLEM])))
                return
            member.heard = monotonic()
            self._places.open(member)
            while not await _within(member.lost.wait(), _LOOK):
                await self._look(member)
            self._members[number] = Member(member.handle, member.name)

    async def _ready(self, member: Member) -> bool:
        """Whether the actor's engine runs. One that cannot be placed yet is waited for."""
        since = monotonic()
        said = False
        files: Optional[List[File]] = None
        while True:
            ready = asyncio.ensure_future(self._answer(member.handle.ready.remote(files)))
            try:
                while not (await asyncio.wait([ready], timeout=_LOOK))[0]:
                    if not said and monotonic() - since > _SAY_AFTER:
                        said = True
                        log.warning("%s waits for a place in the cluster since %d seconds; it asks for %s", member.name, _SAY_AFTER, self._settings.wants)
                told = ready.result()
            except self._ray.exceptions.ActorDiedError:
                raise
            except self._losses:
                files = None
                await asyncio.sleep(_AGAIN)
                continue
            finally:
                ready.cancel()
            if told[0] == "ready":
                member.pid, member.engine = told[1:]
                return True
            if told[0] == "files":
                files = self._files
                if files is None:
                    await asyncio.sleep(_AGAIN)  # the owner of the pool sends them
                continue
            self._give_up(member, _problem(told, member.name))
            return False

    async def _look(self, member: Member) -> None:
        """End an actor that works, says nothing, and does not answer either: one that hangs would be waited for for ever."""
        if not self._places.used(member) or monotonic() - member.heard < _LOOK:
            return
        try:
            if await _within(self._answer(member.handle.ping.remote()), self._settings.hang_after):
                return
        except self._ray.exceptions.RayError:
            self._lose(member, "it did not answer")
            return
        log.warning("%s gave no sign of life for %g seconds, and is started again", member.name, self._settings.hang_after)
        self._lose(member, "it hung")
        self._ray.kill(member.handle, no_restart=False)

    def _give_up(self, member: Member, problem: GuerdonError) -> None:
        member.problem = problem
        if all(one.problem is not None for one in self._members):
            self._places.fail(problem)
        else:
            log.warning("%s does no work: %s", member.name, problem)

    def _lose(self, member: Member, why: object) -> None:
        """The actor died. Ray starts it again."""
        if not member.lost.is_set():
            member.lost.set()
            member.pid = member.engine = None
            self._places.shut(member)
            self.restarts += 1
            log.warning("%s was lost: %s", member.name, _first_line(why))

    async def score(self, call: Hashable, chunk: Chunk, tries: int = 0) -> List[Score]:
        """The scores of a chunk, also where actors are lost."""
        alone = tries > 0
        member = await self._take(call, alone)
        try:
            told = await self._answer(member.handle.score.remote(chunk.reward, chunk.deadline, b"\n".join(chunk.lines)))
            member.heard = monotonic()
        except self._losses as e:
            self._lose(member, e)
            return await self._again(call, chunk, tries + 1, e)
        except self._ray.exceptions.RayError as e:
            raise EngineError("%s failed: %s" % (member.name, e)) from e
        finally:
            self._places.give(member, alone)
        if told[0] != "scores":
            raise _problem(told, member.name)
        return [Score(reward, extras, None if why is None else Unscored(*why)) for reward, extras, why in told[1]]

    async def _again(self, call: Hashable, chunk: Chunk, tries: int, why: BaseException) -> List[Score]:
        """Score a chunk that was lost with its actor: the last time each sample for itself, so that only one that ends actors is lost."""
        retries = self._settings.retries
        if tries > retries:
            lost = "the actor was lost with this sample in flight, %d times: %s" % (tries, _first_line(why))
            return [unscored("RESOURCE", lost)] * len(chunk.lines)
        self.retried += len(chunk.lines)
        log.warning("%d samples were in flight, and are scored again (%d of at most %d times)", len(chunk.lines), tries, retries)
        if tries < retries or len(chunk.lines) == 1:
            return await self.score(call, chunk, tries)
        scores: List[Score] = []
        for line in chunk.lines:
            scores += await self.score(call, chunk._replace(lines=[line]), tries)
        return scores

    async def ask(self, question: Dict[str, Any]) -> Dict[str, Any]:
        """The answer of some actor's engine."""
        for _ in range(1 + self._settings.retries):
            member = await self._take(object(), False)
            try:
                told = await self._answer(member.handle.ask.remote(question))
            except self._losses as e:
                self._lose(member, e)
                continue
            finally:
                self._places.give(member)
            if told[0] != "answer":
                raise _problem(told, member.name)
            answer: Dict[str, Any] = told[1]
            return answer
        raise EngineError("actors were lost %d times while they were asked to '%s'" % (1 + self._settings.retries, question.get("do")))

    async def stats(self) -> Dict[str, Any]:
        """What is known of the actors."""
        actors = [
            {"pid": one.pid, "engine": one.engine, "in_flight": self._places.used(one), "problem": None if one.problem is None else str(one.problem)}
            for one in self._members
        ]
        return {"actors": actors, "restarts": self.restarts, "retried": self.retried}

    async def _take(self, call: Hashable, alone: bool) -> Member:
        """A member with a place; waits while all are busy, and for a while where none is ready."""
        problems = [one.problem for one in self._members if one.problem is not None]
        if problems and len(problems) == len(self._members):
            raise problems[0]
        place = asyncio.ensure_future(self._places.take(call, alone))
        taken = False
        since = monotonic()
        try:
            while not (await asyncio.wait([place], timeout=min(_LOOK, self._settings.start_timeout)))[0]:
                if self._places.members:
                    since = monotonic()
                elif monotonic() - since >= self._settings.start_timeout:
                    raise EngineError(
                        "no actor was ready within %g seconds; each asks for %s, and there are %d; has the cluster so much?"
                        % (self._settings.start_timeout, self._settings.wants, len(self._members))
                    )
            member = place.result()
            taken = True
            return member
        finally:
            if not taken and not place.cancel() and place.exception() is None:
                self._places.give(place.result(), alone)  # it came while this call was given up

    async def _answer(self, ref: Any) -> Told:
        try:
            told: Told = await asyncio.wrap_future(ref.future())
            return told
        except asyncio.CancelledError:
            with suppress(Exception):  # Ray may be gone
                self._ray.cancel(ref)
            raise


def _problem(told: Told, name: str) -> GuerdonError:
    """What an actor told, as an exception of this process."""
    if told[0] == "request":
        return RequestError(told[1], told[2])
    return EngineError("%s: %s" % (name, told[1]))


def _first_line(why: object) -> str:
    return str(why).strip().partition("\n")[0]


async def _within(awaitable: "Awaitable[Any]", seconds: float) -> bool:
    """Whether it is done in time."""
    try:
        await asyncio.wait_for(awaitable, seconds)
        return True
    except asyncio.TimeoutError:
        return False
