"""Rewards and environments for TRL's GRPOTrainer.

    from guerdon.trl import reward

    trainer = GRPOTrainer(model, reward_funcs=[reward("math_equal_reward", fields={"answer": "solution"})], ...)

A sample that cannot be scored is ``None``, which TRL leaves out of the group. The numbers among a reward's extras are logged as
``math_equal_reward/NAME``, and the share of unscored samples as ``math_equal_reward/unscored``.
"""

from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Protocol, Sequence, Set, Type

import guerdon

from ._episode import TextEnvironment
from ._samples import DEADLINE, Scoring, numbers

__all__ = ["environment", "reward", "sync_reward"]

RewardFunc = Callable[..., List[Optional[float]]]
AsyncRewardFunc = Callable[..., Awaitable[List[Optional[float]]]]

_NOT_COLUMNS = frozenset({"trainer_state", "log_extra", "log_metric", "environments"})


class _LogExtra(Protocol):
    def __call__(self, column: str, values: List[Any], /) -> None: ...


class _LogMetric(Protocol):
    def __call__(self, name: str, value: float, /) -> None: ...


def reward(name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE) -> AsyncRewardFunc:
    """A reward function for ``reward_funcs``. It is asynchronous: TRL runs several of them at once.

    :param name: the reward, such as ``"math_equal_reward"``, or a :func:`guerdon.recipe`
    :param fields: the dataset's column for a field of the reward, where their names differ: ``{"answer": "solution"}``
    :param deadline: seconds for each sample; what takes longer is unscored
    """
    scoring = Scoring(name, fields, deadline=deadline)
    log = _Log(scoring.name)

    async def reward_func(
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
        return [score.reward for score in scores]

    reward_func.__name__ = scoring.name
    return reward_func


def sync_reward(name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE) -> RewardFunc:
    """The same as a plain function, for trainers that follow TRL's signature and await nothing."""
    scoring = Scoring(name, fields, deadline=deadline)
    log = _Log(scoring.name)

    def reward_func(
        prompts: Optional[Sequence[Any]] = None,
        completions: Sequence[Any] = (),
        completion_ids: object = None,
        log_extra: Optional[_LogExtra] = None,
        log_metric: Optional[_LogMetric] = None,
        **columns: Any,
    ) -> List[Optional[float]]:
        scores = scoring.score(_samples(scoring, prompts, completions, columns))
        log.tell(scores, log_extra, log_metric)
        return [score.reward for score in scores]

    reward_func.__name__ = scoring.name
    return reward_func


def environment(name: str, **options: Any) -> Callable[[], TextEnvironment]:
    """An ``environment_factory``: each rollout plays an environment of its own, and the sum of its rewards is the reward.

    The model acts with the tool ``act``. The dataset's columns ``task`` and ``seed`` choose what is played.

    :param name: such as ``"alfworld"``
    :param options: the environment's own, as for :func:`guerdon.make`
    """

    kind: Type[TextEnvironment] = type(name, (TextEnvironment,), {"__module__": __name__})  # TRL logs the reward under the name of the class

    def factory() -> TextEnvironment:
        return kind(name, options)

    return factory


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
