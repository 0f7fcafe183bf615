"""guerdon.swift, called as ms-swift 4.6 calls its reward classes; with ms-swift where it is installed."""

import asyncio
import inspect
import unittest
from typing import Any, Dict

from replay import needs, package  # isort: skip; finds the package and an engine

from guerdon.swift import async_orm, orm, register

KWARGS: Dict[str, Any] = {
    "trainer_state": None,
    "solution": ["0.5", None, "3"],
    "messages": [[{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]] * 3,
    "is_truncated": [False] * 3,
}
COMPLETIONS = ["\\boxed{1/2}", "\\boxed{1}", "\\boxed{4}"]


class Replayed(unittest.TestCase):
    def test_class_is_made_with_the_arguments_of_the_trainer(self) -> None:
        args = object()
        made = orm("math_equal_reward", fields={"answer": "solution"})(args=args)
        self.assertIs(made.args, args)
        self.assertEqual(made(COMPLETIONS, **KWARGS), [1.0, None, 0.0])

    def test_asynchronous_class_is_seen_as_one(self) -> None:
        made = async_orm("math_equal_reward", fields={"answer": "solution"})()
        self.assertTrue(inspect.iscoroutinefunction(type(made).__call__))
        self.assertEqual(asyncio.run(made(COMPLETIONS, **KWARGS)), [1.0, None, 0.0])

    def test_name_of_the_class_is_that_of_the_reward(self) -> None:
        self.assertEqual(orm("math_equal_reward").__name__, "math_equal_reward")

    def test_trajectory_ends_with_the_completion(self) -> None:
        made = orm("qa_em_format_reward")()
        said = "<answer>Lima</answer>"
        messages = [[{"role": "user", "content": "q"}, {"role": "tool", "content": "found"}, {"role": "assistant", "content": said}]]
        self.assertEqual(made([said], golden_answers=[["Lima"]], messages=messages), [1.0])


@needs("swift.rewards.orm")
class Real(unittest.TestCase):
    def test_registered_reward_is_computed_by_the_trainer(self) -> None:
        register("guerdon_test", "math_equal_reward", fields={"answer": "solution"})
        rewards = package("swift.rewards")
        function = rewards.orms["guerdon_test"](args=None)
        self.assertIsInstance(function, rewards.AsyncORM)
        core = package("swift.rl_core.grpo_algorithm")
        if core is None:
            self.skipTest("ms-swift's trainer does not start here; its call is replayed")
        import torch

        data = package("swift.rl_core.data")
        samples = [
            data.GRPOSample(messages=[{"role": "user", "content": "q"}, {"role": "assistant", "content": said}], extra={"solution": gold})
            for said, gold in zip(COMPLETIONS, KWARGS["solution"])
        ]
        values = core.compute_rewards_per_func(samples, [function], [None], torch.device("cpu"))[:, 0]
        self.assertEqual(values[[0, 2]].tolist(), [1.0, 0.0])
        self.assertTrue(torch.isnan(values[1]))


if __name__ == "__main__":
    unittest.main()
