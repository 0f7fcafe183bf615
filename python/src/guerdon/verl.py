"""Rewards for verl: ``compute_score``, to be named in the configuration.

    reward.custom_reward_function.path=pkg://guerdon.verl
    reward.custom_reward_function.name=compute_score
    +reward.custom_reward_function.reward_kwargs.reward=math_equal_reward

verl takes the names of the extra values from the first sample of a batch, so every sample has the same ones: ``score``, ``unscored``,
and what ``extras`` lists. A sample that cannot be scored raises, or gets the ``fallback`` with ``unscored`` 1.0.
"""

import math
from typing import Any, Dict, Mapping, Optional, Sequence, Union

import guerdon
from guerdon._samples import DEADLINE, Scoring, numbers, reward_or_raise

__all__ = ["compute_score", "compute_score_sync"]


async def compute_score(
    data_source: Optional[str] = None,
    solution_str: str = "",
    ground_truth: Any = None,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    reward: Union[str, Mapping[str, str], None] = None,
    fields: Optional[Mapping[str, str]] = None,
    extras: Sequence[str] = (),
    fallback: Optional[float] = None,
    deadline: Optional[float] = DEADLINE,
    **others: Any,
) -> Dict[str, float]:
    """Score one solution. verl awaits it, so the samples of a worker are scored at once.

    :param reward: the reward, or a mapping from ``data_source`` to rewards, in which ``"*"`` stands for all others
    :param fields: for fields of the reward, a key of ``extra_info``, or ``ground_truth``, ``data_source`` or ``prompt``
    :param extras: names of extras of the reward that become values of verl's log; NaN where a sample has none
    :param fallback: the score of what cannot be scored; without it, that raises, and the training stops
    :param deadline: seconds for each sample
    """
    scoring = Scoring(_chosen(reward, data_source), _dict(fields), "ground_truth", deadline)
    await scoring.ready()
    sample = scoring.sample(solution_str, _columns(data_source, ground_truth, extra_info))
    return _result((await scoring.ascore([sample]))[0], extras, fallback)


def compute_score_sync(
    data_source: Optional[str] = None,
    solution_str: str = "",
    ground_truth: Any = None,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    reward: Union[str, Mapping[str, str], None] = None,
    fields: Optional[Mapping[str, str]] = None,
    extras: Sequence[str] = (),
    fallback: Optional[float] = None,
    deadline: Optional[float] = DEADLINE,
    **others: Any,
) -> Dict[str, float]:
    """The same for managers that await nothing: ``remote``, and those of verl before the reward loop."""
    scoring = Scoring(_chosen(reward, data_source), _dict(fields), "ground_truth", deadline)
    sample = scoring.sample(solution_str, _columns(data_source, ground_truth, extra_info))
    return _result(scoring.score([sample])[0], extras, fallback)


def _chosen(reward: Union[str, Mapping[str, str], None], data_source: Optional[str]) -> str:
    if isinstance(reward, str):
        return reward
    if reward is None:
        raise ValueError("guerdon.verl needs to know the reward; set reward.custom_reward_function.reward_kwargs.reward")
    found = reward.get(str(data_source), None) or reward.get("*", None)
    if found is None:
        raise ValueError(
            "guerdon.verl has no reward for the data source %r; there are rewards for: %s" % (data_source, ", ".join(map(str, reward)))
        )
    return found


def _dict(fields: Optional[Mapping[str, str]]) -> Optional[Dict[str, str]]:
    return None if fields is None else dict(fields)


def _columns(data_source: Optional[str], ground_truth: Any, extra_info: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    return {**(extra_info or {}), "data_source": data_source, "ground_truth": ground_truth}


def _result(score: "guerdon.Score", extras: Sequence[str], fallback: Optional[float]) -> Dict[str, float]:
    known = numbers(score.extras)
    return {
        "score": reward_or_raise(score, fallback),
        "unscored": float(score.unscored is not None),
        **{key: known.get(key, math.nan) for key in extras},
    }
