"""Rewards for eval-protocol.

    from guerdon.evalprotocol import reward, row_reward

    correct = reward("math_equal_reward")               # correct(messages=..., ground_truth=...) -> EvaluateResult

    @evaluation_test(...)
    def test_sums(row: EvaluationRow) -> EvaluationRow:
        return row_reward("math_equal_reward")(row)

The ground truth is the expected answer. A sample that cannot be scored has ``is_score_valid=False`` and the reason.
"""

from functools import update_wrapper
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, cast

import guerdon

from ._samples import DEADLINE, Scoring, named, numbers, package

__all__ = ["reward", "row_reward"]


def reward(
    name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE
) -> Callable[..., Any]:
    """A reward function ``(messages, ground_truth=None, **kwargs) -> EvaluateResult``.

    :param name: the reward, or a :func:`guerdon.recipe`
    :param fields: for fields of the reward, ``"ground_truth"`` or the name of a further argument
    :param deadline: seconds for each sample
    """
    return _Evaluation(Scoring(name, fields, "ground_truth", deadline))


class _Evaluation:
    """A function that eval-protocol has decorated, and that can be pickled: the copy is decorated where it is."""

    def __init__(self, scoring: Scoring) -> None:
        self._scoring = scoring
        self._decorated: Callable[..., Any] = package("eval_protocol").reward_function(named(_evaluate, scoring))
        update_wrapper(self, self._decorated)

    def __reduce__(self) -> Any:
        return _Evaluation, (self._scoring,)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._decorated(*args, **kwargs)


def _evaluate(scoring: Scoring, messages: List[Any], ground_truth: Any = None, **kwargs: Any) -> Any:
    sample = scoring.sample(_answer(messages), {**kwargs, "ground_truth": ground_truth}, _asked(messages))
    return _result(scoring.score([sample])[0])


def row_reward(
    name: str, *, fields: Optional[Mapping[str, str]] = None, deadline: Optional[float] = DEADLINE
) -> Callable[[Any], Any]:
    """A function that sets the result of an ``EvaluationRow`` and returns the row; see :func:`reward`."""
    return cast(Callable[[Any], Any], named(_evaluate_row, Scoring(name, fields, "ground_truth", deadline)))


def _evaluate_row(scoring: Scoring, row: Any) -> Any:
    known: Mapping[str, Any] = row.input_metadata.dataset_info or {}
    columns = {**known, "ground_truth": row.ground_truth}
    row.evaluation_result = _result(scoring.score([scoring.sample(_answer(row.messages), columns, _asked(row.messages))])[0])
    return row


def _role(message: Any) -> str:
    return str(cast(Any, message)["role"] if isinstance(message, Mapping) else message.role)


def _turn(messages: Sequence[Any]) -> int:
    """Where the answer begins: behind the last message of the user."""
    return max((i + 1 for i, message in enumerate(messages) if _role(message) == "user"), default=0)


def _asked(messages: Sequence[Any]) -> List[Any]:
    return list(messages[: _turn(messages)])


def _answer(messages: Sequence[Any]) -> List[Any]:
    return list(messages[_turn(messages) :])


def _result(score: "guerdon.Score") -> Any:
    models = package("eval_protocol.models")
    if score.reward is None:
        why = score.unscored or guerdon.Unscored("ERROR", "the engine gave no reason")
        return models.EvaluateResult(score=0.0, is_score_valid=False, reason="%s: %s" % why, error=why.message)
    metrics: Dict[str, Any] = {
        key: models.MetricResult(score=value, is_score_valid=True, reason="an extra of the reward")
        for key, value in numbers(score.extras).items()
    }
    return models.EvaluateResult(score=score.reward, is_score_valid=True, reason="scored", metrics=metrics)
