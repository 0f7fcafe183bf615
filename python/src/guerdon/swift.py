"""Rewards for ms-swift: classes for ``--external_plugins``.

    # plugin.py
    from guerdon.swift import register

    register("correct", "math_equal_reward", fields={"answer": "solution"})     # then --reward_funcs correct

A sample that cannot be scored raises, and the training stops, or gets the ``fallback``. ms-swift takes ``None`` from a reward function, but
counts it as 0 when it computes advantages, so ``None`` would be a wrong answer that nobody gave.
"""

import copyreg
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, cast

from ._samples import DEADLINE, Scoring, check_fallback, package, reward_or_raise

__all__ = ["async_orm", "orm", "register"]


def orm(
    name: str, *, fields: Optional[Mapping[str, str]] = None, fallback: Optional[float] = None, deadline: Optional[float] = DEADLINE
) -> Type[Any]:
    """A class of rewards, a subclass of ms-swift's ``ORM``.

    :param name: the reward, or a :func:`guerdon.recipe`
    :param fields: the dataset's column for a field of the reward, where their names differ
    :param fallback: the reward of what cannot be scored; without it, that raises
    :param deadline: seconds for each sample
    """
    return _made("ORM", Scoring(name, fields, deadline=deadline), check_fallback(fallback))


def async_orm(
    name: str, *, fields: Optional[Mapping[str, str]] = None, fallback: Optional[float] = None, deadline: Optional[float] = DEADLINE
) -> Type[Any]:
    """A class of rewards, a subclass of ms-swift's ``AsyncORM``, which runs beside other asynchronous ones; see :func:`orm`."""
    return _made("AsyncORM", Scoring(name, fields, deadline=deadline), check_fallback(fallback))


def register(
    as_name: str,
    name: str,
    *,
    fields: Optional[Mapping[str, str]] = None,
    fallback: Optional[float] = None,
    deadline: Optional[float] = DEADLINE,
) -> None:
    """Make a reward known to ms-swift, for ``--reward_funcs``.

    :param as_name: its name there
    """
    package("swift.rewards").orms[as_name] = async_orm(name, fields=fields, fallback=fallback, deadline=deadline)


class _Kind(type):
    """The type of the classes of rewards, which are pickled as what they are made of."""

    made_of: Any


def _made(base: str, scoring: Scoring, fallback: Optional[float]) -> Type[Any]:
    def rewards(scores: Sequence[Any]) -> List[float]:
        return [reward_or_raise(score, fallback, i) for i, score in enumerate(scores)]

    def call(self: object, completions: Sequence[Any], **columns: Any) -> List[float]:
        return rewards(scoring.score(_samples(scoring, completions, columns)))

    async def async_call(self: object, completions: Sequence[Any], **columns: Any) -> List[float]:
        await scoring.ready()
        return rewards(await scoring.ascore(_samples(scoring, completions, columns)))

    members = {"__call__": async_call if base == "AsyncORM" else call, "__init__": _init, "__module__": __name__}
    return _Kind(scoring.name, _bases(base), {**members, "made_of": (base, scoring, fallback)})


def _remade(kind: _Kind) -> Any:
    return _made, kind.made_of


copyreg.pickle(_Kind, _remade)


def _init(self: Any, args: object = None, **others: object) -> None:
    self.args = args


def _bases(name: str) -> "tuple[type, ...]":
    try:
        return (getattr(package("swift.rewards"), name),)
    except ImportError:
        return (object,)


def _samples(scoring: Scoring, completions: Sequence[Any], others: Mapping[str, Any]) -> List[Dict[str, Any]]:
    lists = {key: cast(Sequence[Any], values) for key, values in others.items() if isinstance(values, (list, tuple))}
    columns = {key: values for key, values in lists.items() if len(values) == len(completions)}
    conversations = columns.get("messages")
    samples: List[Dict[str, Any]] = []
    for i, completion in enumerate(completions):
        # The last message of ms-swift's conversation is the completion.
        prompt = conversations[i][:-1] if conversations is not None and conversations[i] else None
        samples.append(scoring.sample(completion, {key: values[i] for key, values in columns.items()}, prompt))
    return samples
