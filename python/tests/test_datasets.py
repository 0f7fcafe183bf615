"""guerdon.datasets, on a stand-in of a dataset and on Hugging Face's own where it is installed."""

import unittest
from typing import Any, Dict, List

from replay import needs, package  # isort: skip; finds the package and an engine

from guerdon.datasets import score

ROWS: Dict[str, List[Any]] = {
    "completion": ["\\boxed{1/2}", "\\boxed{1}", None, "\\boxed{4}"],
    "solution": ["0.5", None, "1", "3"],
}


class Plain:
    """A dataset that maps in batches, as the call asks."""

    def __init__(self, columns: Dict[str, List[Any]]) -> None:
        self.columns = columns

    def map(self, function: Any, *, batched: bool, batch_size: int) -> Dict[str, List[Any]]:
        assert batched
        out: Dict[str, List[Any]] = {}
        for begin in range(0, len(self.columns["completion"]), batch_size):
            for key, values in function({key: values[begin : begin + batch_size] for key, values in self.columns.items()}).items():
                out.setdefault(key, []).extend(values)
        return out


class Replayed(unittest.TestCase):
    def test_rows_keep_their_places_and_tell_why_they_have_no_reward(self) -> None:
        for size in (1, 3, 1000):
            out = score(Plain(ROWS), "math_equal_reward", fields={"answer": "solution"}, batch_size=size)
            self.assertEqual(out["reward"], [1.0, None, None, 0.0])
            self.assertIsNone(out["unscored"][0])
            self.assertRegex(out["unscored"][1], "^MISSING_FIELD: .*answer")
            self.assertRegex(out["unscored"][2], "^MISSING_FIELD: the column 'completion'")

    def test_missing_column_is_named(self) -> None:
        with self.assertRaisesRegex(KeyError, "no column 'response'.*completion, solution"):
            score(Plain(ROWS), "math_equal_reward", response="response")

    def test_extras_are_columns(self) -> None:
        rows = {"completion": ["the Nile river", "x"], "answer": ["Nile", None]}
        out = score(Plain(rows), "qa_f1_reward", extras=["em"], prefix="f1_")
        self.assertEqual(out, {"f1_reward": [2 / 3, None], "f1_unscored": out["f1_unscored"], "f1_em": [0.0, None]})


@needs("datasets")
class Real(unittest.TestCase):
    def test_numbers_of_few_bits_keep_their_digits(self) -> None:
        hub = package("datasets")
        rows = {"completion": ["\\boxed{0.1}"] * 2, "answer": [0.1, 0.3]}
        features = hub.Features({"completion": hub.Value("string"), "answer": hub.Value("float32")})
        scored = score(hub.Dataset.from_dict(rows, features=features), "math_equal_reward")
        self.assertEqual(scored["reward"][:], [1.0, 0.0])

    def test_dataset_whose_first_batch_is_unscored(self) -> None:
        hub = package("datasets")
        rows = hub.Dataset.from_dict({"completion": ["x", "y", "\\boxed{1}"], "answer": [None, None, "1"]})
        out = score(rows, "math_equal_reward", batch_size=2)
        self.assertEqual(out["reward"][:], [None, None, 1.0])
        self.assertEqual((out.features["reward"].dtype, out.features["unscored"].dtype), ("float64", "string"))

    def test_splits_streams_and_processes(self) -> None:
        hub = package("datasets")
        rows = hub.Dataset.from_dict({"completion": ["\\boxed{1}"] * 4, "answer": ["1", "2", None, "1"]})
        expected = [1.0, 0.0, None, 1.0]
        self.assertEqual(score(hub.DatasetDict(train=rows), "math_equal_reward")["train"]["reward"][:], expected)
        self.assertEqual([row["reward"] for row in score(rows.to_iterable_dataset(), "math_equal_reward", batch_size=2)], expected)
        self.assertEqual(score(rows, "math_equal_reward", num_proc=2)["reward"][:], expected)


if __name__ == "__main__":
    unittest.main()
