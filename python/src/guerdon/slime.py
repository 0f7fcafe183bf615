"""Rewards for slime and miles: a function for ``--custom-rm-path``.

    # my_reward.py
    from guerdon.slime import reward

    custom_rm = reward("math_equal_reward")     # then --custom-rm-path my_reward.custom_rm

The label is the expected answer. It takes one sample, and with ``--group-rm`` a list of them. A sample that cannot be scored raises,
or gets the ``fallback``.
"""

from typing import Any, Awaitable, Callable, Dict, Iterable, List, Mapping, Optional, Union, cast

from ._samples import DEADLINE, Scoring, check_fallback, named, reward_or_raise, without_end_tokens

__all__ = ["reward"]

CustomRm = Callable[..., Awaitable[Union[float, List[float]]]]


def reward(
    name: str, *, fields: Optional[Mapping[str, str]] = None, fallback: Optional[float] = None, deadline: Optional[float] = DEADLINE
) -> CustomRm:
    """An asynchronous ``custom_rm(args, sample)``.

    :param name: the reward, or a :func:`guerdon.recipe`
    :param fields: for fields of the reward, ``"label"``, ``"prompt"``, or a key of the sample's metadata
    :param fallback: the reward of what cannot be scored; without it, that raises
    :param deadline: seconds for each sample
    """
    return cast(CustomRm, named(_custom_rm, Scoring(name, fields, "label", deadline), check_fallback(fallback)))


async def _custom_rm(scoring: Scoring, fallback: Optional[float], args: object, sample: object, **others: Any) -> Union[float, List[float]]:
    group = list(cast(Iterable[Any], sample)) if isinstance(sample, list) else [sample]
    await scoring.ready()
    scores = await scoring.ascore([_sample(scoring, one) for one in group])
    rewards = [reward_or_raise(score, fallback, i) for i, score in enumerate(scores)]
    return rewards if isinstance(sample, list) else rewards[0]


def _sample(scoring: Scoring, sample: Any) -> Dict[str, Any]:
    metadata: Mapping[str, Any] = getattr(sample, "metadata", None) or {}
    columns = {**metadata, "label": sample.label, "prompt": sample.prompt}
    return scoring.sample(without_end_tokens(sample.response), columns, sample.prompt)
