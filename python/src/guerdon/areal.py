"""Rewards for AReaL's workflows.

    from guerdon.areal import reward

    workflow = RLVRWorkflow(reward_fn=reward("math_equal_reward"), ...)

AReaL calls rewards in a pool of processes, pickles them, gives up after 15 seconds, and takes what ran into that limit for 0. So the
deadline here is well below. A sample that cannot be scored raises, or gets the ``fallback``.
"""

from dataclasses import dataclass
from typing import Any, Mapping, Optional

from ._samples import DEADLINE, Scoring, check_fallback, reward_or_raise, without_end_tokens

__all__ = ["Reward", "reward"]


@dataclass(frozen=True)
class Reward:
    """A ``reward_fn`` that can be pickled; each process has an engine of its own."""

    scoring: Scoring
    fallback: Optional[float] = None

    @property
    def __name__(self) -> str:
        return self.scoring.name

    def __call__(
        self, prompt: object = None, completions: object = "", prompt_ids: object = None, completion_ids: object = None, **row: Any
    ) -> float:
        # AReaL decodes completions with their special tokens.
        response = without_end_tokens(completions) if isinstance(completions, str) else completions
        score = self.scoring.score([self.scoring.sample(response, {**row, "prompt": prompt}, prompt)])[0]
        return reward_or_raise(score, self.fallback)


def reward(
    name: str, *, fields: Optional[Mapping[str, str]] = None, fallback: Optional[float] = None, deadline: float = DEADLINE
) -> Reward:
    """A ``reward_fn``.

    :param name: the reward, or a :func:`guerdon.recipe`
    :param fields: the dataset's column for a field of the reward, where their names differ
    :param fallback: the reward of what cannot be scored; without it, that raises
    :param deadline: seconds for each sample; below AReaL's own 15
    """
    return Reward(Scoring(name, None if fields is None else dict(fields), deadline=deadline), check_fallback(fallback))
