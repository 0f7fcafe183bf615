"""Scores for datasets of Hugging Face.

    from guerdon.datasets import score

    scored = score(dataset, "math_equal_reward", response="completion", fields={"answer": "solution"})
    scored["reward"]                # None where a row could not be scored, and scored["unscored"] says why
"""

from typing import Any, Dict, List, Mapping, Optional, Sequence, cast

import guerdon

from ._samples import DEADLINE, Scoring, numbers, package
from ._values import SHORT_KINDS, shortest

__all__ = ["score"]


def score(
    dataset: Any,
    reward: str,
    *,
    response: str = "completion",
    prompt: Optional[str] = None,
    fields: Optional[Mapping[str, str]] = None,
    extras: Sequence[str] = (),
    prefix: str = "",
    deadline: Optional[float] = DEADLINE,
    batch_size: int = 1000,
    **options: Any,
) -> Any:
    """The dataset with the columns ``reward`` and ``unscored``, and one for each of ``extras``.

    Takes a ``Dataset``, ``IterableDataset``, ``DatasetDict`` or ``IterableDatasetDict``, and maps it in batches.

    :param reward: the reward, or a :func:`guerdon.recipe`
    :param response: the column with the responses: texts, or lists of messages
    :param prompt: the column with the prompts, for rewards that read the trajectory
    :param fields: the column for a field of the reward, where their names differ
    :param extras: names of extras of the reward that become columns of numbers
    :param prefix: stands before the names of the new columns, so that a dataset can have several rewards
    :param deadline: seconds for each row
    :param options: further arguments of ``map``, such as ``num_proc``
    """
    scoring = Scoring(reward, None if fields is None else dict(fields), deadline=deadline)
    new = {prefix + "reward": "float64", prefix + "unscored": "string", **{prefix + key: "float64" for key in extras}}
    mapped = _Batch(scoring, response, prompt, tuple(extras), prefix, guerdon.__version__)
    if isinstance(dataset, dict):  # a DatasetDict's own map takes one schema for all of its splits
        splits = cast(Any, dataset)
        return type(splits)({key: _mapped(split, mapped, new, batch_size, options) for key, split in splits.items()})
    return _mapped(dataset, mapped, new, batch_size, options)


def _mapped(dataset: Any, function: "_Batch", new: Mapping[str, str], batch_size: int, options: Mapping[str, Any]) -> Any:
    features = getattr(dataset, "features", None)
    if features is not None:
        # Told, because a batch in which every row is unscored would look like a column of nothing.
        hub = package("datasets")
        options = {"features": hub.Features({**features, **{key: hub.Value(kind) for key, kind in new.items()}}), **options}
        function = function.of_kinds({name: kind for name, kind in ((name, _kind(one)) for name, one in features.items()) if kind in SHORT_KINDS})
    return dataset.map(function, batched=True, batch_size=batch_size, **options)


def _kind(feature: Any) -> str:
    """The type of a column's numbers, also of those in lists."""
    while hasattr(feature, "feature"):
        feature = feature.feature
    return str(getattr(feature, "dtype", ""))


class _Batch:
    """Scores one batch. Its attributes are the key of the datasets' cache, so the version is among them."""

    def __init__(
        self, scoring: Scoring, response: str, prompt: Optional[str], extras: Sequence[str], prefix: str, version: str
    ) -> None:
        self.scoring = scoring
        self.response = response
        self.prompt = prompt
        self.extras = extras
        self.prefix = prefix
        self.version = version
        self.kinds: Dict[str, str] = {}

    def of_kinds(self, kinds: Dict[str, str]) -> "_Batch":
        """The same for columns with numbers of few bits, which the datasets hand over with more digits than they have."""
        made = _Batch(self.scoring, self.response, self.prompt, self.extras, self.prefix, self.version)
        made.kinds = kinds
        return made

    def __call__(self, batch: Mapping[str, List[Any]]) -> Dict[str, List[Any]]:
        if self.response not in batch:
            raise KeyError("there is no column %r with responses; there are: %s" % (self.response, ", ".join(batch)))
        told = {name: [shortest(one, self.kinds[name]) for one in values] if name in self.kinds else values for name, values in batch.items()}
        rows = [dict(zip(told, values)) for values in zip(*told.values())]
        scores = self._scores(rows)
        known = [numbers(one.extras) for one in scores]
        return {
            self.prefix + "reward": [one.reward for one in scores],
            self.prefix + "unscored": ["%s: %s" % one.unscored if one.unscored else None for one in scores],
            **{self.prefix + key: [row.get(key) for row in known] for key in self.extras},
        }

    def _scores(self, rows: List[Dict[str, Any]]) -> List["guerdon.Score"]:
        # A row without a response has nothing to score, where an empty response is a bad one.
        scores = iter(self.scoring.score([self._sample(row) for row in rows if row[self.response] is not None]))
        missing = guerdon.Unscored("MISSING_FIELD", "the column %r has no response in this row" % self.response)
        return [guerdon.Score(None, {}, missing) if row[self.response] is None else next(scores) for row in rows]

    def _sample(self, row: Dict[str, Any]) -> Dict[str, Any]:
        return self.scoring.sample(row[self.response], row, row[self.prompt] if self.prompt is not None else None)
