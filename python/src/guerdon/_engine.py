"""The engine as users see it."""

import atexit
import os
import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Sequence, Tuple
from weakref import WeakSet

from ._batch import DEADLINE, Batch, Chunk, check_fallback, check_name, check_names, check_seconds, settle
from ._connection import ANSWER, ASK, DONE, ERROR, SCORE, Connection, Request
from ._reads import Reads, reads_of
from ._rows import ReadsOf, from_json, one_sample, result_lines, row_line, to_json, to_score
from ._torn import TornLock
from ._types import EngineError, Field, OnUnscored, RequestError, RewardInfo, Row, Score
from ._version import __version__
from ._waiting import AsyncWaiter, Waiter

if TYPE_CHECKING:
    from ._environment import AutoReset, VectorEnvironment

_GREETING_SECONDS = 60.0
_MOST_ENDS = 8
_ENDS_WITHIN = 60.0


Load = Dict[str, List[str]]
"""Files that rewards were loaded from, and the environment variables that they get, as the engine is asked to load them."""


class _EndsTooOften(EngineError):
    """The engine ended so often that another start would be no use."""


class EngineSettings(NamedTuple):
    """How an engine is started, in plain values; :class:`Engine` says what they mean."""

    command: Optional[List[str]]
    memory: Optional[str]
    java_options: List[str]
    hang_after: float
    worker_env: List[str] = []


class Engine:
    """A process that scores samples and runs environments. Starts with the first call, ends with ``close()`` or with this process.

    All methods may be called from any thread, and the coroutines from any event loop. A forked child has an engine of its own.

    :param command: how to start the engine, for other engines than the one in this package
    :param memory: the most memory of the engine's heap, such as ``"2g"``
    :param java_options: further options of the JVM
    :param hang_after: seconds without a sign of life after which the engine is ended, and what it worked on is scored by another one
    :param worker_env: environment variables that loaded rewards get although they look like secrets, such as ``["JUDGE_API_KEY"]``
    """

    def __init__(
        self,
        command: Optional[Sequence[str]] = None,
        *,
        memory: Optional[str] = None,
        java_options: Sequence[str] = (),
        hang_after: float = 30.0,
        worker_env: Sequence[str] = (),
    ) -> None:
        self._settings = EngineSettings(
            None if command is None else list(command),
            memory,
            list(java_options),
            check_seconds("hang_after", hang_after, 30.0),
            check_names("worker_env", worker_env),
        )
        self._closed = False
        self._loaded: List[Load] = []
        self._compiles = False
        self._headers: Dict[Tuple[str, float], bytes] = {}
        self._reads: Dict[str, Optional[Reads]] = {}
        self._reset()
        _engines.add(self)
        _register()

    def _reset(self) -> None:
        self._connection_now: Optional[Connection] = None
        self._starting = TornLock()
        self._ends: List[float] = []

    def __reduce__(self) -> Any:
        return _again, (tuple(self._settings), self._loaded)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        connection = getattr(self, "_connection_now", None)
        if connection is not None and connection.lost is None:
            try:
                connection.process.hang_up()
            except Exception:
                pass  # the interpreter may be half gone

    def close(self) -> None:
        """End the engine. Calls in other threads raise EngineError, and so does every later call."""
        self.end(2.0)

    def end(self, seconds: float) -> None:
        """Close the engine, and wait for its end for this long."""
        self._closed = True
        connection = self._connection_now
        if connection is not None:
            connection.close(seconds)

    def kill(self) -> None:
        """End the engine at once."""
        self._closed = True
        connection = self._connection_now
        if connection is not None:
            connection.process.kill()

    @property
    def pid(self) -> Optional[int]:
        """The engine's process id, where it runs."""
        connection = self._connection_now
        return None if connection is None or connection.lost is not None else connection.process.pid

    # ---- scoring

    def score(
        self,
        reward: str,
        row: Optional[Row] = None,
        /,
        *,
        deadline: Optional[float] = None,
        on_unscored: OnUnscored = "none",
        **fields: Any,
    ) -> Score:
        """Score one sample; see :func:`guerdon.score`."""
        if on_unscored != "none":
            check_fallback(on_unscored)
        header = self._header(reward, deadline)
        sample = one_sample(row, fields)
        line = row_line(sample, 0, reward, self._reads_of(reward))
        if isinstance(line, Score):
            return settle(line, on_unscored)
        # The way for one sample that meets no trouble; the batch knows how to go on where there is.
        payload = header + line
        strikes = 0
        connection = self._connection_now
        if connection is not None and connection.lost is None and len(payload) <= connection.window_bytes and connection.has_room(len(payload)):
            waiter = Waiter()
            request = connection.submit(SCORE, payload, DEADLINE if deadline is None else deadline, waiter)
            try:
                while not request.ended and request.lost is None:
                    connection.wait(waiter)
                    waiter.news = False
            except BaseException:
                connection.cancel(request)
                raise
            if request.ended and request.answers[-1].kind == DONE:
                for answer in request.answers:
                    for result in result_lines(answer.payload):
                        return settle(to_score(result), on_unscored)
            if request.ended and request.answers[-1].kind == ERROR:
                told = from_json(request.answers[-1].payload)
                if told.get("error") != "busy":
                    raise RequestError(str(told.get("error", "")), str(told.get("message", told)))
            if request.lost is not None:
                self._note_end(request)
                strikes = 1
        return self._run(Batch(reward, [sample], deadline, None, strikes, self._reads_of(reward)), on_unscored)[0]

    def score_many(
        self,
        reward: str,
        rows: Iterable[Row],
        *,
        deadline: Optional[float] = None,
        timeout: Optional[float] = None,
        on_unscored: OnUnscored = "none",
    ) -> List[Score]:
        """Score samples; see :func:`guerdon.score_many`."""
        check_fallback(on_unscored)
        return self._run(Batch(reward, rows, deadline, timeout, 0, self._reads_of(reward)), on_unscored)

    def _run(self, batch: Batch, on_unscored: OnUnscored) -> List[Score]:
        waiter = Waiter()
        flight: List[Tuple[Request, Chunk]] = []
        try:
            while not batch.out_of_time():
                connection = self.connection()
                self._send(batch, connection, flight, waiter, False)
                if not flight and batch.finished:
                    return batch.result(on_unscored)
                connection.wait(waiter, batch.until)
                waiter.news = False  # before looking: what comes while this thread looks is news again
                self._absorb(batch, flight)
            batch.give_up()
        except _EndsTooOften as e:
            batch.give_up("RESOURCE", str(e))
        finally:
            # Not empty where the time is over, or an exception came.
            for request, _ in flight:
                request.connection.cancel(request)
        return batch.result(on_unscored)

    async def ascore(
        self,
        reward: str,
        row: Optional[Row] = None,
        /,
        *,
        deadline: Optional[float] = None,
        on_unscored: OnUnscored = "none",
        **fields: Any,
    ) -> Score:
        """Score one sample without blocking the event loop; see :func:`guerdon.score`."""
        sample = one_sample(row, fields)
        return (await self.ascore_many(reward, [sample], deadline=deadline, on_unscored=on_unscored))[0]

    async def ascore_many(
        self,
        reward: str,
        rows: Iterable[Row],
        *,
        deadline: Optional[float] = None,
        timeout: Optional[float] = None,
        on_unscored: OnUnscored = "none",
    ) -> List[Score]:
        """Score samples without blocking the event loop; see :func:`guerdon.score_many`."""
        import asyncio

        check_fallback(on_unscored)
        batch = Batch(reward, rows, deadline, timeout, 0, self._reads_of(reward))
        loop = asyncio.get_running_loop()
        waiter = AsyncWaiter(loop)
        flight: List[Tuple[Request, Chunk]] = []
        try:
            while not batch.out_of_time():
                connection = await self._aconnection()
                self._send(batch, connection, flight, waiter, True)
                if not flight and batch.finished:
                    return batch.result(on_unscored)
                if batch.until is None:
                    await waiter.future()
                else:
                    await asyncio.wait([waiter.future()], timeout=max(0.0, batch.until - monotonic()))
                waiter.news = False  # before looking, as above
                self._absorb(batch, flight)
            batch.give_up()
        except _EndsTooOften as e:
            batch.give_up("RESOURCE", str(e))
        finally:
            for request, _ in flight:
                request.connection.cancel(request)
        return batch.result(on_unscored)

    def _send(
        self, batch: Batch, connection: Connection, flight: List[Tuple[Request, Chunk]], waiter: Waiter, pumped: bool
    ) -> None:
        """Send what the batch has and the engine takes."""
        while True:
            chunk = batch.next_chunk(len(flight), connection.window_bytes)
            if chunk is None:
                return
            if not connection.has_room(len(chunk.payload), waiter):
                batch.put_back(chunk)
                return
            flight.append((connection.submit(SCORE, chunk.payload, batch.deadline, waiter, pumped), chunk))

    def _absorb(self, batch: Batch, flight: List[Tuple[Request, Chunk]]) -> None:
        """Take what came for the batch."""
        for entry in list(flight):
            request, chunk = entry
            ended, lost = request.ended, request.lost
            while request.answers:
                batch.absorb(chunk, request.answers.popleft())
            if ended:
                flight.remove(entry)
            elif lost is not None:
                flight.remove(entry)
                batch.lose(chunk, lost, self._note_end(request))

    def _note_end(self, request: Request) -> bool:
        """Count an engine that ended by itself; whether to go on with another. Raises where this process closed it."""
        lost = request.connection.lost
        if lost is not None and lost.kind in ("closed", "forked"):
            raise EngineError(lost.message)
        self._starting.run(lambda: self._forget(request.connection))
        return len(self._ends) < _MOST_ENDS

    def _header(self, reward: str, deadline: Optional[float]) -> bytes:
        key = (check_name(reward), check_seconds("deadline", deadline, DEADLINE))
        header = self._headers.get(key)
        if header is None:
            header = Batch(reward, (), deadline, None).header
            if len(self._headers) > 1000:
                self._headers.clear()
            self._headers[key] = header
        return header

    # ---- asking

    def rewards(self) -> List[RewardInfo]:
        """All rewards that the engine knows."""
        return [reward_info(told) for told in self.ask({"do": "rewards"})["rewards"]]

    def reward(self, name: str, /) -> RewardInfo:
        """The description of one reward."""
        return reward_info(self.ask({"do": "reward", "name": name}))

    def reads(self, reward: str, /) -> Optional[Reads]:
        """The fields that a reward or a recipe reads; None where it may read any.

        :raises RequestError: there is no such reward
        """
        if reward not in self._reads:
            if len(self._reads) > 1000:
                self._reads.clear()
            self._reads[reward] = reads_of(reward, self.reward)
        return self._reads.get(reward)

    def _reads_of(self, reward: str) -> ReadsOf:
        def reads() -> Optional[FrozenSet[str]]:
            found = self.reads(reward)
            return None if found is None else found.names

        return reads

    def load(self, *files: str, worker_env: Sequence[str] = ()) -> List[str]:
        """Add rewards from Java sources or plugins; see :func:`guerdon.load`."""
        paths = [os.path.abspath(os.fspath(file)) for file in files]
        for path in paths:
            if not os.path.isfile(path):
                raise FileNotFoundError("no file %s to load rewards from" % path)
            if not path.endswith((".java", ".jar")):
                raise ValueError("rewards are loaded from .java and .jar files, found %s" % path)
        wanted: Load = {
            "sources": [path for path in paths if path.endswith(".java")],
            "plugins": [path for path in paths if path.endswith(".jar")],
        }
        passed = [*self._settings.worker_env, *check_names("worker_env", worker_env)]
        if passed:
            wanted["worker_env"] = passed
        return self._load(wanted)

    def _load(self, wanted: Load) -> List[str]:
        self._compiles = self._compiles or bool(wanted["sources"])
        answer = self.ask({"do": "load", **wanted})
        self._loaded.append(wanted)
        self._reads.clear()
        return list(answer["rewards"])

    @property
    def loads(self) -> List[Load]:
        """What was loaded, so that another process can load it, too: :meth:`adopt`."""
        return list(self._loaded)

    def adopt(self, loads: Iterable[Load]) -> None:
        """Load what an engine of another process had loaded, where this one has not."""
        for wanted in loads:
            if wanted not in self._loaded:
                self._load(wanted)

    def environments(self) -> List[Dict[str, Any]]:
        """All environments that can be opened."""
        return list(self.ask({"do": "environments"})["environments"])

    def tasks(
        self, environment: str, *, split: Optional[str] = None, start: int = 0, count: int = 100, **options: Any
    ) -> List[Any]:
        """Tasks of an environment."""
        wanted: Dict[str, Any] = {"do": "tasks", "environment": environment, "options": options, "from": start, "count": count}
        if split is not None:
            wanted["split"] = split
        return list(self.ask(wanted)["tasks"])

    def make(
        self,
        environment: str,
        n: int = 1,
        *,
        seed: Optional[int] = None,
        auto_reset: "AutoReset" = "next_step",
        tasks: Optional[Sequence[Any]] = None,
        **options: Any,
    ) -> "VectorEnvironment":
        """Open environments; see :func:`guerdon.make`."""
        from ._environment import VectorEnvironment

        return VectorEnvironment(self, environment, n, seed, auto_reset, tasks, options)

    def stats(self) -> Dict[str, Any]:
        """What the engine has done, and what it holds."""
        return self.ask({"do": "stats"})

    def ask(self, question: Dict[str, Any], *, patience: float = 600.0) -> Dict[str, Any]:
        """Send a request of the protocol that may be repeated, and return its answer."""
        for _ in range(2):
            request = self.ask_once(self.connection(), question, patience)
            if request is not None:
                return request
        raise EngineError("the engine ended twice while it was asked to '%s'" % question.get("do"))

    def ask_once(self, connection: Connection, question: Dict[str, Any], patience: float) -> Optional[Dict[str, Any]]:
        """The answer to a request; None where the engine ended."""
        payload = to_json(question)
        waiter = Waiter()
        while not connection.has_room(len(payload), waiter):
            connection.wait(waiter)
            waiter.news = False
        request = connection.submit(ASK, payload, patience, waiter)
        try:
            while not request.ended and request.lost is None:
                connection.wait(waiter)
                waiter.news = False
        except BaseException:
            connection.cancel(request)
            raise
        if not request.ended:
            self._note_end(request)
            return None
        frame = request.answers[-1]
        told: Dict[str, Any] = from_json(frame.payload)
        if frame.kind != ANSWER:
            raise RequestError(str(told.get("error", "")), str(told.get("message", told)))
        return told

    # ---- starting

    def connection(self) -> Connection:
        """The process that runs now; started where none does."""
        connection = self._connection_now
        if connection is not None and connection.lost is None:
            return connection
        return self._start()

    async def _aconnection(self) -> Connection:
        connection = self._connection_now
        if connection is not None and connection.lost is None:
            return connection
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(None, self._start)

    def _start(self) -> Connection:
        return self._starting.run(self._start_inside)

    def _start_inside(self) -> Connection:
        connection = self._connection_now
        if connection is not None:
            if connection.lost is None:
                return connection
            self._forget(connection)
        if self._closed:
            raise EngineError("this engine was closed")
        now = monotonic()
        self._ends = [end for end in self._ends if now - end < _ENDS_WITHIN]
        if len(self._ends) >= _MOST_ENDS:
            raise _EndsTooOften("the engine ended %d times within %g seconds; not started again yet" % (len(self._ends), _ENDS_WITHIN))
        self._connection_now = connection = self._new_connection()
        return connection

    def _new_connection(self) -> Connection:
        from ._launch import Launch, engine_environment, plan_launch
        from ._process import Process

        settings = self._settings
        if settings.command is not None:
            launch = Launch(settings.command, None)
        else:
            launch = plan_launch(settings.memory, settings.java_options, self._compiles)
        command = launch.command
        connection = Connection(Process(command, engine_environment()), settings.hang_after)
        try:
            connection.handshake({"protocol": [1, 1], "client": "guerdon-python/" + __version__, "pid": os.getpid()}, _GREETING_SECONDS)
            for wanted in self._loaded:
                self.ask_once(connection, {"do": "load", **wanted}, 600.0)
        except BaseException:
            connection.fail("refused", "the engine did not start")
            connection.close()
            raise
        if launch.archive is not None:
            from ._archive import Maker

            Maker.start(launch.archive)
        return connection

    def _forget(self, connection: Connection) -> None:
        """Count the end of a connection, once. Holds the lock for starting."""
        if self._connection_now is not connection:
            return
        self._connection_now = None
        if connection.lost is not None and connection.lost.kind != "closed":
            self._ends.append(monotonic())
        connection.close()

    def after_fork(self) -> None:
        """In a forked child: the engine of the parent is the parent's."""
        connection = self._connection_now
        self._reset()
        if connection is not None:
            connection.forget()


def engine_of(settings: EngineSettings) -> Engine:
    """An engine that is started in this way."""
    return Engine(
        settings.command,
        memory=settings.memory,
        java_options=settings.java_options,
        hang_after=settings.hang_after,
        worker_env=settings.worker_env,
    )


def _again(settings: Tuple[Any, ...], loaded: List[Load]) -> Engine:
    """An engine like one of another process."""
    engine = engine_of(EngineSettings(*settings))
    engine._loaded = list(loaded)  # pyright: ignore[reportPrivateUsage]
    engine._compiles = any(wanted["sources"] for wanted in loaded)  # pyright: ignore[reportPrivateUsage]
    return engine


def reward_info(told: Dict[str, Any]) -> RewardInfo:
    fields = [Field(str(f.get("name", "")), str(f.get("type", "")), bool(f.get("required"))) for f in told.get("fields") or ()]
    return RewardInfo(str(told.get("name", "")), str(told.get("summary", "")), str(told.get("family", "")), fields, told)


# ---- the engine of the module's functions

_engines: "WeakSet[Engine]" = WeakSet()
_default: Dict[str, Engine] = {}
_registered = False


def default_engine() -> Engine:
    """The engine that all of this process shares."""
    engine = _default.get("")
    return _default.setdefault("", Engine()) if engine is None else engine


def close_default() -> None:
    """End the shared engine, if there is one."""
    engine = _default.pop("", None)
    if engine is not None:
        engine.close()


def _register() -> None:
    global _registered
    if not _registered:
        _registered = True
        atexit.register(_at_exit)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_after_fork)


def _at_exit() -> None:
    archive = sys.modules.get("guerdon._archive")
    if archive is not None:
        archive.Maker.stop()
    for engine in list(_engines):
        engine.close()


def _after_fork() -> None:
    archive = sys.modules.get("guerdon._archive")
    if archive is not None:
        archive.Maker.forget()
    for engine in list(_engines):
        engine.after_fork()
