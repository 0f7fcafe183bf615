"""Rewards and environments for TRL's GRPOTrainer.

    from guerdon.trl import reward

    trainer = GRPOTrainer(model, reward_funcs=[reward("math_equal_reward", fields={"answer": "solution"})], ...)

A sample that cannot be scored is ``None``, which TRL leaves out of the group since version 1.6, or gets the ``fallback``. Before, TRL counted ``None``
as 0: there, and in other trainers that do, it raises without a ``fallback``. The numbers among a reward's extras are logged as
``math_equal_reward/NAME``, and the share of unscored samples as ``math_equal_reward/unscored``.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Protocol, Sequence, Set, Type, cast

import guerdon

from ._episode import TextEnvironment
from ._samples import DEADLINE, Scoring, check_fallback, named, numbers, reward_or_raise

__all__ = ["environment", "reward", "sync_reward"]

RewardFunc = Callable[..., List[Optional[float]]]
AsyncRewardFunc = Callable[..., Awaitable[List[Optional[float]]]]

_LEAVES_OUT_NONE = (1, 6)
"""The first version of TRL that leaves ``None`` out."""

_NOT_COLUMNS = frozenset({"trainer_state", "log_extra", "log_metric", "environments"})


class _LogExtra(Protocol):
    def __call__(self, column: str, values: List[Any], /) -> None: ...


class _LogMetric(Protocol):
    def __call__(self, name: str, value: float, /) -> None: ...


def reward(
    name: str, *, fields: Optional[Mapping[str, str]] = None, fallback: Optional[float] = None, deadline: Optional[float] = DEADLINE
) -> AsyncRewardFunc:
    """A reward function for ``reward_funcs``. It is asynchronous: TRL runs several of them at once.

    :param name: the reward, such as ``"math_equal_reward"``, or a :func:`guerdon.recipe`
    :param fields: the dataset's column for a field of the reward, where their names differ: ``{"answer": "solution"}``
    :param fallback: the reward of what cannot be scored, in place of ``None``
    :param deadline: seconds for each sample; what takes longer is unscored
    """
    scoring = Scoring(name, fields, deadline=deadline)
    return cast(AsyncRewardFunc, named(_reward, scoring, check_fallback(fallback), _Log(scoring.name)))


def sync_reward(
    name: str, *, fields: Optional[Mapping[str, str]] = None, fallback: Optional[float] = None, deadline: Optional[float] = DEADLINE
) -> RewardFunc:
    """The same as a plain function, for trainers that follow TRL's signature and await nothing."""
    scoring = Scoring(name, fields, deadline=deadline)
    return cast(RewardFunc, named(_sync_reward, scoring, check_fallback(fallback), _Log(scoring.name)))


def environment(name: str, **options: Any) -> Callable[[], TextEnvironment]:
    """An ``environment_factory``: each rollout plays an environment of its own, and the sum of its rewards is the reward.

    The model acts with the tool ``act``. The dataset's columns ``task`` and ``seed`` choose what is played.

    :param name: such as ``"alfworld"``
    :param options: the environment's own, as for :func:`guerdon.make`
    """

    return _Environments(name, options)


@lru_cache(maxsize=None)
def _kind(name: str) -> Type[TextEnvironment]:
    """The class of an environment: TRL logs the reward under its name, and asks environments of exactly one class for theirs."""
    return type(name, (TextEnvironment,), {"__module__": __name__})


@dataclass(frozen=True)
class _Environments:
    """Makes environments. Can be pickled, which their own class cannot."""

    name: str
    options: Mapping[str, Any]

    def __call__(self) -> TextEnvironment:
        return _kind(self.name)(self.name, self.options)


def _samples(
    scoring: Scoring, prompts: Optional[Sequence[Any]], completions: Sequence[Any], columns: Mapping[str, Any]
) -> List[Dict[str, Any]]:
    lists = {key: values for key, values in columns.items() if key not in _NOT_COLUMNS and len(values) == len(completions)}
    return [
        scoring.sample(
            completion,
            {"prompt": prompts[i] if prompts is not None else None, **{key: values[i] for key, values in lists.items()}},
            prompts[i] if prompts is not None else None,
        )
        for i, completion in enumerate(completions)
    ]


class _Log:
    """What is logged beside the rewards."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._columns: Set[str] = set()

    def tell(self, scores: List["guerdon.Score"], log_extra: Optional[_LogExtra], log_metric: Optional[_LogMetric]) -> None:
        if not scores:
            return
        rows = [numbers(score.extras) for score in scores]
        keys = sorted({key for row in rows for key in row})
        if log_extra is not None:
            # TRL keeps the last values of a column that is not told again, so each is told for ever.
            self._columns.update(keys)
            for key in sorted(self._columns):
                log_extra("%s/%s" % (self._name, key), [row.get(key) for row in rows])
            log_extra("%s/unscored" % self._name, [score.unscored.reason if score.unscored else None for score in scores])
        if log_metric is not None:
            for key in keys:
                known = [row[key] for row in rows if key in row]
                log_metric("%s/%s" % (self._name, key), sum(known) / len(known))
            log_metric("%s/unscored" % self._name, sum(score.unscored is not None for score in scores) / len(scores))


@lru_cache(maxsize=1)
def leaves_out_none() -> bool:
    """Whether the TRL that is installed leaves ``None`` out of the group; where none is, the trainer has to."""
    try:
        found = re.findall(r"\d+", metadata.version("trl"))
    except metadata.PackageNotFoundError:
        return True
    return tuple(map(int, found[:2])) >= _LEAVES_OUT_NONE


def _rewards(scores: Sequence["guerdon.Score"], fallback: Optional[float]) -> List[Optional[float]]:
    if fallback is None and leaves_out_none():
        return [score.reward for score in scores]
    return [reward_or_raise(score, fallback, i) for i, score in enumerate(scores)]


async def _reward(
    scoring: Scoring,
    fallback: Optional[float],
    log: _Log,
    prompts: Optional[Sequence[Any]] = None,
    completions: Sequence[Any] = (),
    completion_ids: object = None,
    log_extra: Optional[_LogExtra] = None,
    log_metric: Optional[_LogMetric] = None,
    **columns: Any,
) -> List[Optional[float]]:
    await scoring.ready()
    scores = await scoring.ascore(_samples(scoring, prompts, completions, columns))
    log.tell(scores, log_extra, log_metric)
    return _rewards(scores, fallback)


def _sync_reward(
    scoring: Scoring,
    fallback: Optional[float],
    log: _Log,
    prompts: Optional[Sequence[Any]] = None,
    completions: Sequence[Any] = (),
    completion_ids: object = None,
    log_extra: Optional[_LogExtra] = None,
    log_metric: Optional[_LogMetric] = None,
    **columns: Any,
) -> List[Optional[float]]:
    scores = scoring.score(_samples(scoring, prompts, completions, columns))
    log.tell(scores, log_extra, log_metric)
    return _rewards(scores, fallback)
