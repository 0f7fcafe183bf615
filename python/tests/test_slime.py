"""guerdon.slime, called as slime and miles call ``--custom-rm-path``."""

import asyncio
import unittest
from types import SimpleNamespace
from typing import Any

import replay  # isort: skip  # noqa: F401; finds the package and an engine

import guerdon
from guerdon.slime import reward


def sample(response: str, label: Any, **metadata: Any) -> Any:
    return SimpleNamespace(prompt="Which river?", response=response, label=label, metadata=metadata)


class Replayed(unittest.TestCase):
    def test_one_sample(self) -> None:
        self.assertEqual(asyncio.run(reward("qa_f1_reward")(SimpleNamespace(), sample("the Nile<|im_end|>", "Nile"))), 1.0)

    def test_group_of_samples(self) -> None:
        group = [sample("Nile", "Nile"), sample("Rhine", "Nile")]
        self.assertEqual(asyncio.run(reward("qa_f1_reward")(SimpleNamespace(), group)), [1.0, 0.0])

    def test_unscored_raises_or_falls_back(self) -> None:
        with self.assertRaises(guerdon.UnscoredError):
            asyncio.run(reward("qa_f1_reward")(None, sample("x", None)))
        self.assertEqual(asyncio.run(reward("qa_f1_reward", fallback=-1.0)(None, sample("x", None))), -1.0)

    def test_fields_come_from_the_metadata(self) -> None:
        function = reward("qa_f1_reward", fields={"answer": "river"})
        self.assertEqual(asyncio.run(function(None, sample("Nile", None, river="Nile"))), 1.0)


if __name__ == "__main__":
    unittest.main()
