"""Rewards for verifiers (version 1 of its API).

In a task's class:

    class Sum(vf.Task[SumData]):
        correct = guerdon.verifiers.reward("math_equal_reward", fields={"answer": "solution"})

Or plugged into a task that exists, by configuration alone; every reward of Guerdon is a name in this module:

    [env.taskset.task.rewards]
    correct = {fn = "guerdon.verifiers:math_equal_reward", weight = 1.0}

A sample that cannot be scored raises, and sets the metric ``unscored``: the trace has the error, and its reward stays empty.
"""

from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, cast

import guerdon

from ._samples import DEADLINE, Scoring, named, numbers, package, reward_or_raise

__all__ = ["plug", "reward"]

Plugged = Callable[[Any, Any], Awaitable[float]]


def plug(name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE) -> Plugged:
    """A function ``(task, trace)`` for the configuration's ``fn``.

    :param name: the reward, or a :func:`guerdon.recipe`
    :param fields: the task data's field for a field of the reward, where their names differ
    :param deadline: seconds for each sample
    """
    return cast(Plugged, named(_plugged, Scoring(name, fields, deadline=deadline)))


async def _plugged(scoring: Scoring, task: Any, trace: Any) -> float:
    await scoring.ready()
    score = (await scoring.ascore([_sample(scoring, task, trace)]))[0]
    unscored = float(score.unscored is not None)
    trace.record_metric("unscored", max(unscored, trace.metrics.get("unscored") or 0.0))
    for key, value in numbers(score.extras).items():
        trace.record_metric("%s/%s" % (scoring.name, key), value)
    return reward_or_raise(score, None)


def reward(
    name: str, *, weight: float = 1.0, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE
) -> Any:
    """A ``@vf.reward`` method for the body of a task's class; see :func:`plug`.

    :param weight: its weight in the sum of the task's rewards
    """
    vf = package("verifiers.v1")
    plugged = plug(name, fields=fields, deadline=deadline)

    class Named:
        """Gives the method the name that it has in the class, under which verifiers records it."""

        def __set_name__(self, owner: type, attribute: str) -> None:
            async def method(self: Any, task: Any, trace: Any) -> float:
                return await plugged(task, trace)

            method.__name__ = attribute
            method.__qualname__ = "%s.%s" % (owner.__qualname__, attribute)
            setattr(owner, attribute, vf.reward(weight=weight)(method))

    return Named()


def __getattr__(name: str) -> Any:
    # So that a configuration can name any reward as a function of this module.
    if name.startswith("_"):
        raise AttributeError("module 'guerdon.verifiers' has no attribute %r" % name)
    try:
        guerdon.reward(name)
    except guerdon.RequestError as e:
        raise AttributeError("module 'guerdon.verifiers' has no attribute %r: %s" % (name, e)) from None
    return plug(name)


def _sample(scoring: Scoring, task: Any, trace: Any) -> Dict[str, Any]:
    # Fields as they are, not dumped: of a task's data only what the reward reads is written.
    names: List[str] = [*cast(Any, type(task)).model_fields, *(task.model_extra or {})]
    columns = {name: getattr(task, name) for name in names}
    sample = scoring.sample(trace.last_reply, columns)
    if "trajectory" in sample:
        sample["trajectory"] = [message.model_dump(mode="json", exclude_none=True) for message in trace.messages]
    return sample
