"""Rewards for ms-swift: classes for ``--external_plugins``.

    # plugin.py
    from guerdon.swift import register

    register("correct", "math_equal_reward", fields={"answer": "solution"})     # then --reward_funcs correct

A sample that cannot be scored is ``None``, which ms-swift leaves out.
"""

from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, cast

from ._samples import DEADLINE, Scoring, package

__all__ = ["async_orm", "orm", "register"]


def orm(name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE) -> Type[Any]:
    """A class of rewards, a subclass of ms-swift's ``ORM``.

    :param name: the reward, or a :func:`guerdon.recipe`
    :param fields: the dataset's column for a field of the reward, where their names differ
    :param deadline: seconds for each sample
    """
    scoring = Scoring(name, fields, deadline=deadline)

    def call(self: object, completions: Sequence[Any], **columns: Any) -> List[Optional[float]]:
        return [score.reward for score in scoring.score(_samples(scoring, completions, columns))]

    return type(scoring.name, _bases("ORM"), {"__call__": call, "__init__": _init, "__module__": __name__})


def async_orm(name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE) -> Type[Any]:
    """A class of rewards, a subclass of ms-swift's ``AsyncORM``, which runs beside other asynchronous ones; see :func:`orm`."""
    scoring = Scoring(name, fields, deadline=deadline)

    async def call(self: object, completions: Sequence[Any], **columns: Any) -> List[Optional[float]]:
        await scoring.ready()
        return [score.reward for score in await scoring.ascore(_samples(scoring, completions, columns))]

    return type(scoring.name, _bases("AsyncORM"), {"__call__": call, "__init__": _init, "__module__": __name__})


def register(
    as_name: str, name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE
) -> None:
    """Make a reward known to ms-swift, for ``--reward_funcs``.

    :param as_name: its name there
    """
    package("swift.rewards").orms[as_name] = async_orm(name, fields=fields, deadline=deadline)


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
