"""A scorer for Inspect.

    from guerdon.inspect import guerdon_scorer

    Task(dataset=..., solver=..., scorer=guerdon_scorer("math_equal_reward"))

The target is the expected answer; the sample's metadata are further fields. A sample that cannot be scored is unscored in Inspect, too:
it is kept with its reason, and left out of the metrics.
"""

from functools import lru_cache
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

from ._samples import DEADLINE, Scoring, package

__all__ = ["guerdon_scorer"]


def guerdon_scorer(
    reward: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE
) -> Any:
    """A scorer, with the metrics mean and standard error.

    :param reward: the reward, or a :func:`guerdon.recipe`
    :param fields: for fields of the reward, a key of the sample's metadata, or ``target``, ``input`` or ``choices``
    :param deadline: seconds for each sample
    """
    return _registered()(reward=reward, fields=None if fields is None else dict(fields), deadline=deadline)


@lru_cache(maxsize=1)
def _registered() -> Callable[..., Any]:
    """The scorer under its name in Inspect's registry, made when it is first used: importing this needs no Inspect."""
    inspect_scorer = package("inspect_ai.scorer")

    def guerdon_scorer(reward: str, fields: Optional[Dict[str, str]] = None, deadline: Optional[float] = DEADLINE) -> Any:
        return _Scorer(Scoring(reward, fields, "target", deadline))

    decorate = inspect_scorer.scorer(metrics=[inspect_scorer.mean(), inspect_scorer.stderr()], name="guerdon_scorer")
    registered: Callable[..., Any] = decorate(guerdon_scorer)
    return registered


class _Scorer:
    """A scorer that can be pickled: the copy registers itself where it is."""

    def __init__(self, scoring: Scoring) -> None:
        self.scoring = scoring

    def __reduce__(self) -> Any:
        return _again, (self.scoring,)

    async def __call__(self, state: Any, target: Any) -> Any:
        scores = package("inspect_ai.scorer")
        await self.scoring.ready()
        answer = state.output.completion
        result = (await self.scoring.ascore([_sample(self.scoring, state, target)]))[0]
        if result.reward is None:
            why = result.unscored
            return scores.Score.unscored(
                reason="scoring_failed",
                answer=answer,
                explanation=why.message if why else None,
                metadata={"unscored": why.reason if why else "ERROR"},
            )
        return scores.Score(value=result.reward, answer=answer, metadata=dict(result.extras))


def _again(scoring: Scoring) -> Any:
    made = guerdon_scorer(scoring.reward, fields=scoring.fields, deadline=scoring.deadline)
    made.scoring = scoring  # which knows what it needs loaded
    return made


def _sample(scoring: Scoring, state: Any, target: Any) -> Dict[str, Any]:
    targets: List[str] = list(target)
    columns: Dict[str, Any] = {**(state.metadata or {}), "input": state.input_text, "target": targets[0] if len(targets) == 1 else targets}
    options: Sequence[Any] = getattr(state, "choices", None) or ()
    choices = [option.value for option in options]
    if choices:
        columns["choices"] = choices
    sample = scoring.sample(state.output.completion, columns)
    if "trajectory" in sample:
        sample["trajectory"] = [message.model_dump(mode="json", exclude_none=True) for message in state.messages]
    return sample
