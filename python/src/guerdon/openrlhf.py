"""Rewards for OpenRLHF: a Python file for ``--reward.remote_url``.

    # reward.py
    from guerdon.openrlhf import reward

    reward_func = reward("math_equal_reward")

The label is the expected answer. A sample that cannot be scored raises, so that the trainer gets no reward and stops, or gets the
``fallback`` with ``unscored`` 1 in ``extra_logs``.
"""

import math
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, cast

import guerdon

from ._samples import DEADLINE, Scoring, check_fallback, named, numbers, package, reward_or_raise, without_end_tokens

__all__ = ["reward"]

RewardFunc = Callable[..., Dict[str, Any]]


def reward(
    name: str,
    *,
    fields: Optional[Mapping[str, str]] = None,
    extras: Sequence[str] = (),
    fallback: Optional[float] = None,
    deadline: Optional[float] = DEADLINE,
) -> RewardFunc:
    """A ``reward_func(queries, prompts, labels)``.

    :param name: the reward, or a :func:`guerdon.recipe`
    :param fields: for fields of the reward, ``"label"`` or ``"prompt"``; where the label is a mapping, its keys, too
    :param extras: names of extras of the reward for ``extra_logs``; every sample has each of them, NaN where the reward gave none
    :param fallback: the reward of what cannot be scored; without it, that raises
    :param deadline: seconds for each sample
    """
    return cast(RewardFunc, named(_reward, Scoring(name, fields, "label", deadline), tuple(extras), check_fallback(fallback)))


def _reward(
    scoring: Scoring,
    extras: Sequence[str],
    fallback: Optional[float],
    queries: Sequence[str],
    prompts: Sequence[str],
    labels: Sequence[Any],
    **others: Any,
) -> Dict[str, Any]:
    scores = _scores(scoring, list(zip(queries, prompts, labels)))
    rewards = [reward_or_raise(score, fallback, i) for i, score in enumerate(scores)]
    rows = [numbers(score.extras) for score in scores]
    logs = {key: [row.get(key, math.nan) for row in rows] for key in extras}
    logs["unscored"] = [float(score.unscored is not None) for score in scores]
    return {
        "rewards": _tensor(rewards),
        "scores": _tensor(rewards),
        "extra_logs": {key: _tensor(values) for key, values in logs.items()},
    }


def _scores(scoring: Scoring, rows: List[Tuple[str, str, Any]]) -> List["guerdon.Score"]:
    """The scores, in order. A query without its prompt is unscored: what the model wrote cannot be told from what it was asked."""
    samples = [_sample(scoring, *row) for row in rows]
    scores = iter(scoring.score([sample for sample in samples if sample is not None]))
    return [_strange(*row[:2]) if sample is None else next(scores) for row, sample in zip(rows, samples)]


def _sample(scoring: Scoring, query: str, prompt: str, label: Any) -> Optional[Dict[str, Any]]:
    # A tokenizer may put a token before the prompt that was not in its text.
    begin = query.find(prompt)
    if begin < 0:
        return None
    columns: Dict[str, Any] = dict(cast(Mapping[str, Any], label)) if isinstance(label, Mapping) else {}
    columns.update(prompt=prompt, label=label)
    return scoring.sample(without_end_tokens(query[begin + len(prompt) :]), columns, prompt)


def _strange(query: str, prompt: str) -> "guerdon.Score":
    message = "expected a query that begins with its prompt, found the query %r and the prompt %r" % (query[:80], prompt[:80])
    return guerdon.Score(None, {}, guerdon.Unscored("INVALID_INPUT", message))


def _tensor(values: List[float]) -> Any:
    try:
        torch = package("torch")
    except ImportError:
        return values
    return torch.tensor(values, dtype=torch.float32)
