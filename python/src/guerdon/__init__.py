"""Rewards and environments for LLM agents, with the engine inside.

    import guerdon

    score = guerdon.score("math_equal_reward", final_response="The answer is \\\\boxed{1/2}", answer="0.5")
    score.reward     # 1.0; None where it could not be scored, and score.unscored says why

Importing starts nothing. The first call starts the engine, a child process that this process shares among all its threads.
"""

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from ._types import (
    EngineError,
    Field,
    GuerdonError,
    OnUnscored,
    RequestError,
    RewardInfo,
    Row,
    Score,
    Unscored,
    UnscoredError,
)
from ._version import __version__

if TYPE_CHECKING:
    from ._engine import Engine
    from ._environment import AutoReset, VectorEnvironment

__all__ = [
    "Engine",
    "EngineError",
    "Field",
    "GuerdonError",
    "OnUnscored",
    "RequestError",
    "RewardInfo",
    "Row",
    "Score",
    "Unscored",
    "UnscoredError",
    "VectorEnvironment",
    "__version__",
    "ascore",
    "ascore_many",
    "close",
    "engine",
    "environments",
    "load",
    "make",
    "recipe",
    "reward",
    "rewards",
    "score",
    "score_many",
    "tasks",
]


def __getattr__(name: str) -> Any:
    # Loaded when used: importing guerdon stays cheap.
    if name == "Engine":
        from ._engine import Engine

        return Engine
    if name == "VectorEnvironment":
        from ._environment import VectorEnvironment

        return VectorEnvironment
    raise AttributeError("module 'guerdon' has no attribute %r" % name)


def engine() -> "Engine":
    """The engine that the functions of this module use; started by the first call."""
    from ._engine import default_engine

    return default_engine()


def score(
    reward: str,
    row: Optional[Row] = None,
    /,
    *,
    deadline: Optional[float] = None,
    on_unscored: OnUnscored = "none",
    **fields: Any,
) -> Score:
    """Score one sample.

    :param reward: the name of a reward, with options if it has some: ``"math_equal_reward(extraction=bold)"``
    :param row: the sample's fields, for names that are no keyword arguments; ``fields`` come on top
    :param deadline: seconds that the reward may take; 60 unless told
    :param on_unscored: ``"none"``, ``"raise"``, or the number to use in place of a reward
    :raises RequestError: there is no such reward
    """
    return engine().score(reward, row, deadline=deadline, on_unscored=on_unscored, **fields)


def score_many(
    reward: str,
    rows: Iterable[Row],
    *,
    deadline: Optional[float] = None,
    timeout: Optional[float] = None,
    on_unscored: OnUnscored = "none",
) -> List[Score]:
    """Score samples, and return their scores in the same order.

    :param reward: the name of a reward, or a :func:`recipe`
    :param rows: the samples; read as the engine goes on, so a generator is never held in memory as a whole
    :param deadline: seconds that each sample may take; 60 unless told
    :param timeout: seconds for all of them; what is not scored then is unscored with the reason TIMEOUT
    :param on_unscored: ``"none"``, ``"raise"``, or the number to use in place of a reward
    """
    return engine().score_many(reward, rows, deadline=deadline, timeout=timeout, on_unscored=on_unscored)


async def ascore(
    reward: str,
    row: Optional[Row] = None,
    /,
    *,
    deadline: Optional[float] = None,
    on_unscored: OnUnscored = "none",
    **fields: Any,
) -> Score:
    """Score one sample, without blocking the event loop; see :func:`score`."""
    return await engine().ascore(reward, row, deadline=deadline, on_unscored=on_unscored, **fields)


async def ascore_many(
    reward: str,
    rows: Iterable[Row],
    *,
    deadline: Optional[float] = None,
    timeout: Optional[float] = None,
    on_unscored: OnUnscored = "none",
) -> List[Score]:
    """Score samples without blocking the event loop; see :func:`score_many`."""
    return await engine().ascore_many(reward, rows, deadline=deadline, timeout=timeout, on_unscored=on_unscored)


def rewards() -> List[RewardInfo]:
    """All rewards that the engine knows."""
    return engine().rewards()


def reward(name: str, /) -> RewardInfo:
    """The description of one reward.

    :raises RequestError: there is no such reward; the message names the nearest
    """
    return engine().reward(name)


def load(*files: str, worker_env: Sequence[str] = ()) -> List[str]:
    """Add rewards from Java sources (``.java``, which needs a JDK) or from plugins (``.jar``), and return their names.

    :param worker_env: environment variables that loaded rewards get although they look like secrets, such as ``["JUDGE_API_KEY"]``
    """
    return engine().load(*files, worker_env=worker_env)


def recipe(
    parts: Sequence[Union[str, Mapping[str, Any]]],
    *,
    name: str = "recipe",
    clip: Optional[Sequence[float]] = None,
) -> str:
    """Several rewards as one: the sum of their rewards times their weights. Returns the name of that reward.

    :param parts: names, or mappings with ``reward`` and any of ``weight``, ``gate``, ``clip`` and ``map``
    :param clip: the least and the most of the sum
    """
    from ._rows import recipe_name

    return recipe_name(parts, name, clip)


def make(
    environment: str,
    n: int = 1,
    *,
    seed: Optional[int] = None,
    auto_reset: "AutoReset" = "next_step",
    tasks: Optional[Sequence[Any]] = None,
    **options: Any,
) -> "VectorEnvironment":
    """Open ``n`` environments that act together, in the style of gymnasium's vector environments.

    :param environment: such as ``"alfworld"``; :func:`environments` lists them
    :param seed: the seed of the first; the others count up from it. A reset without a seed goes on from there
    :param auto_reset: ``"next_step"``, ``"same_step"`` or ``"disabled"``, in gymnasium's meaning
    :param tasks: a task for each, as :func:`tasks` lists them
    :param options: the environment's own, such as ``data="folder"``
    """
    return engine().make(environment, n, seed=seed, auto_reset=auto_reset, tasks=tasks, **options)


def environments() -> List[Dict[str, Any]]:
    """All environments that can be opened."""
    return engine().environments()


def tasks(environment: str, *, split: Optional[str] = None, start: int = 0, count: int = 100, **options: Any) -> List[Any]:
    """Tasks of an environment."""
    return engine().tasks(environment, split=split, start=start, count=count, **options)


def close() -> None:
    """End the engine that the functions of this module use. The next call starts another."""
    from ._engine import close_default

    close_default()
