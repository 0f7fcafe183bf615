"""Rewards in a cluster of Ray: actors that hold an engine each, and scores for datasets of Ray Data.

    import guerdon.ray

    with guerdon.ray.Pool(4) as pool:                               # four actors, each with its own engine
        scores = pool.score_many("math_equal_reward", rows)         # guerdon.Score, in the order of the rows

    scored = guerdon.ray.score(dataset, "math_equal_reward", response="completion", fields={"answer": "solution"}, actors=4)

A pool can be given to tasks and actors of Ray, which then use the same engines. Importing this module imports no Ray.
"""

from threading import Lock
from typing import Any, Dict, FrozenSet, Iterable, List, Mapping, Optional, Sequence
from weakref import finalize

from ._batch import check_fallback
from ._engine import reward_info
from ._ray_calls import Call, await_call, run_call, wait_for
from ._ray_crew import Crew, CrewSettings
from ._ray_data import ScoreBatches, score
from ._ray_host import CARE, File, actor_class, engine_settings, ray_package, read_files
from ._reads import Reads, reads_of
from ._rows import one_sample
from ._types import OnUnscored, RewardInfo, Row, Score
from ._version import __version__

__all__ = ["Pool", "ScoreBatches", "score"]

_starting = Lock()


class Pool:
    """Actors that hold an engine each. They start at once, and end with ``close()``, with the driver, or when nobody knows the pool any more.

    The methods are those of :class:`guerdon.Engine` for rewards. They may be called from any thread, and the coroutines from any event loop. A pool that was
    given to a task or an actor uses the same actors; closing it there ends nothing.

    :param actors: how many
    :param num_cpus: the CPUs that an actor asks for; its engine uses as many threads
    :param max_concurrency: how many calls an actor works on at once; more wait, and get their turns fairly
    :param load: Java sources and plugins with rewards, which are sent to the actors
    :param memory: the most memory of each engine's heap, such as ``"2g"``
    :param ray_memory: the bytes that Ray sets aside for an actor
    :param java_options: further options of the JVM
    :param hang_after: seconds without a sign of life after which an engine, or an actor that works, is ended and started again
    :param worker_env: environment variables of the actors' machines that loaded rewards get although they look like secrets
    :param retries: how often samples are scored again whose actor was lost
    :param start_timeout: seconds after which a call fails where no actor is ready
    :param runtime_env: the actors' runtime environment, such as ``{"pip": ["guerdon==0.1.0"]}`` where the machines do not have this package
    :param options: further options of the actors, as Ray's ``options()`` takes them
    :param command: how to start the engine, for other engines than the one in this package
    """

    def __init__(
        self,
        actors: int = 1,
        *,
        num_cpus: float = 1.0,
        max_concurrency: int = 16,
        load: Sequence[str] = (),
        memory: Optional[str] = None,
        java_options: Sequence[str] = (),
        hang_after: float = 30.0,
        worker_env: Sequence[str] = (),
        ray_memory: Optional[float] = None,
        retries: int = 2,
        start_timeout: float = 600.0,
        runtime_env: Optional[Mapping[str, Any]] = None,
        options: Optional[Mapping[str, Any]] = None,
        command: Optional[Sequence[str]] = None,
    ) -> None:
        for name, value, least in (("actors", actors, 1), ("max_concurrency", max_concurrency, 1), ("retries", retries, 0)):
            if isinstance(value, bool) or not isinstance(value, int) or value < least:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ValueError("%s is a whole number of at least %d, found %r" % (name, least, value))
        if not num_cpus >= 0 or not hang_after > 0 or not start_timeout > 0:
            raise ValueError("num_cpus is at least 0, hang_after and start_timeout are above 0")
        settings = engine_settings(command, memory, java_options, hang_after, num_cpus, worker_env)
        files = read_files(load)
        ray = ray_package()
        given: Dict[str, Any] = {
            "num_cpus": num_cpus,
            "max_concurrency": max_concurrency,
            "concurrency_groups": {CARE: 1000},
            "max_restarts": -1,
            "max_task_retries": 0,  # the crew sends again, and counts
            **({} if ray_memory is None else {"memory": ray_memory}),
            **({} if runtime_env is None else {"runtime_env": dict(runtime_env)}),
            **(options or {}),
        }
        remote = ray.remote(**given)(actor_class(ray))
        self._handles: List[Any] = [remote.remote(__version__, tuple(settings), bool(files)) for _ in range(actors)]
        wants = ", ".join("%s=%r" % (key, given[key]) for key in ("num_cpus", "num_gpus", "memory", "resources") if key in given)
        self._settings = CrewSettings(max_concurrency, retries, float(hang_after), float(start_timeout), wants)
        self._owner = True
        self._files: Optional[List[File]] = files
        self._crew: Optional[Crew] = None
        self._use()

    def _use(self) -> Crew:
        """The crew of this process; started with the first call."""
        with _starting:
            crew = self._crew
            if crew is None:
                self._crew = crew = Crew(ray_package(), self._handles, self._settings, self._files)
                finalize(self, crew.end, self._owner)  # knows no pool: one that nobody else knows any more ends
            return crew

    def __reduce__(self) -> Any:
        return _borrowed, (self._handles, tuple(self._settings))

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the actors and their engines. Calls in other threads raise EngineError, and so does every later call."""
        self._use().end(self._owner)

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
        sample = one_sample(row, fields)
        return self.score_many(reward, [sample], deadline=deadline, on_unscored=on_unscored)[0]

    def score_many(
        self,
        reward: str,
        rows: Iterable[Row],
        *,
        deadline: Optional[float] = None,
        timeout: Optional[float] = None,
        on_unscored: OnUnscored = "none",
    ) -> List[Score]:
        """Score samples, spread over the actors; see :func:`guerdon.score_many`."""
        check_fallback(on_unscored)
        return run_call(self._use(), self._call(reward, rows, deadline, timeout)).result(on_unscored)

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
        check_fallback(on_unscored)
        call = self._call(reward, rows, deadline, timeout)
        return (await await_call(self._use(), call)).result(on_unscored)

    def _call(self, reward: str, rows: Iterable[Row], deadline: Optional[float], timeout: Optional[float]) -> Call:
        known: List[Optional[Reads]] = []

        def reads() -> Optional[FrozenSet[str]]:
            if not known:
                known.append(reads_of(reward, self.reward))
            return None if known[0] is None else known[0].names

        return Call(reward, rows, deadline, timeout, len(self._handles), self._settings.max_concurrency, reads)

    # ---- asking

    def rewards(self) -> List[RewardInfo]:
        """All rewards that the actors' engines know."""
        return [reward_info(told) for told in self._ask({"do": "rewards"})["rewards"]]

    def reward(self, name: str, /) -> RewardInfo:
        """The description of one reward."""
        return reward_info(self._ask({"do": "reward", "name": name}))

    def stats(self) -> Dict[str, Any]:
        """What this process knows of the actors: their processes, what is in flight, how often actors were lost and samples scored again."""
        crew = self._use()
        return wait_for(crew.call(crew.stats()))

    def _ask(self, question: Dict[str, Any]) -> Dict[str, Any]:
        crew = self._use()
        return wait_for(crew.call(crew.ask(question)))


def _borrowed(handles: List[Any], settings: Sequence[Any]) -> Pool:
    """A pool of another process, in this one."""
    pool = Pool.__new__(Pool)
    pool._handles = handles  # pyright: ignore[reportPrivateUsage]
    pool._settings = CrewSettings(*settings)  # pyright: ignore[reportPrivateUsage]
    pool._owner = False  # pyright: ignore[reportPrivateUsage]
    pool._files = None  # pyright: ignore[reportPrivateUsage]
    pool._crew = None  # pyright: ignore[reportPrivateUsage]
    return pool
