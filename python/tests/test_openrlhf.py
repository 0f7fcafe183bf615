"""guerdon.openrlhf, called as OpenRLHF 0.11.2 calls a reward file; with its executor where it is installed."""

import asyncio
import math
import os
import tempfile
import unittest
from typing import Any, List

from replay import needs, package  # isort: skip; finds the package and an engine

import guerdon
from guerdon.openrlhf import reward

PROMPT = "<|user|>Which river?<|assistant|>"


def plain(values: Any) -> List[float]:
    """A tensor where torch is installed, else a list."""
    return list(values.tolist() if hasattr(values, "tolist") else values)


class Replayed(unittest.TestCase):
    def test_response_is_what_follows_the_prompt(self) -> None:
        result = reward("qa_f1_reward", extras=["em"])([PROMPT + "the Nile<|im_end|>"], [PROMPT], ["Nile"])
        self.assertEqual(plain(result["rewards"]), [1.0])
        self.assertEqual(plain(result["scores"]), [1.0])
        self.assertEqual({key: plain(value) for key, value in result["extra_logs"].items()}, {"em": [1.0], "unscored": [0.0]})

    def test_token_before_the_prompt_is_no_part_of_the_response(self) -> None:
        result = reward("qa_f1_reward")(["<s>" + PROMPT + "Nile"], [PROMPT], ["Nile"])
        self.assertEqual(plain(result["rewards"]), [1.0])

    def test_answer_in_the_prompt_earns_nothing(self) -> None:
        result = reward("qa_f1_reward")(["Is it the Nile?" + "no"], ["Is it the Nile?"], ["Nile"])
        self.assertEqual(plain(result["rewards"]), [0.0])

    def test_unscored_raises_or_falls_back_and_is_counted(self) -> None:
        with self.assertRaises(guerdon.UnscoredError):
            reward("qa_f1_reward")([PROMPT + "x"], [PROMPT], [None])
        result = reward("qa_f1_reward", fallback=0.0, extras=["em"])([PROMPT + "Nile", PROMPT + "x"], [PROMPT] * 2, ["Nile", None])
        self.assertEqual(plain(result["rewards"]), [1.0, 0.0])
        self.assertEqual(plain(result["extra_logs"]["unscored"]), [0.0, 1.0])
        self.assertTrue(math.isnan(plain(result["extra_logs"]["em"])[1]))

    def test_query_without_its_prompt_is_unscored(self) -> None:
        with self.assertRaisesRegex(guerdon.UnscoredError, "begins with its prompt"):
            reward("qa_f1_reward")(["something else"], [PROMPT], ["x"])
        result = reward("qa_f1_reward", fallback=-1.0)(["something else", PROMPT + "x"], [PROMPT] * 2, ["x", "x"])
        self.assertEqual(plain(result["rewards"]), [-1.0, 1.0])

    def test_empty_batch(self) -> None:
        self.assertEqual(plain(reward("qa_f1_reward")([], [], [])["rewards"]), [])

    def test_label_may_hold_several_fields(self) -> None:
        function = reward("qa_f1_reward", fields={"answer": "river"})
        self.assertEqual(plain(function([PROMPT + "Nile"], [PROMPT], [{"river": "Nile"}])["rewards"]), [1.0])


@needs("openrlhf.utils.agent")
class Real(unittest.TestCase):
    def test_executor_loads_the_file_and_takes_the_tensors(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "reward.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write("from guerdon.openrlhf import reward\nreward_func = reward('qa_f1_reward', fallback=0.0)\n")
            executor = package("openrlhf.utils.agent").SingleTurnAgentExecutor(path)
            results = asyncio.run(executor._fetch_rewards_via_func([PROMPT + "Nile", PROMPT + "x"], [PROMPT] * 2, ["Nile", None]))
        import torch

        # What the trainer makes of them: torch.tensor([value]) of rewards, scores, and the first of each log.
        self.assertEqual([torch.tensor([one["rewards"]]).tolist() for one in results], [[1.0], [0.0]])
        self.assertEqual([one["extra_logs"]["unscored"].flatten()[0].item() for one in results], [0.0, 1.0])


if __name__ == "__main__":
    unittest.main()
