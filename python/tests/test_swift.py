"""guerdon.swift, called as ms-swift 4.6 calls its reward classes; with ms-swift where it is installed."""

import asyncio
import inspect
import math
import unittest
from typing import Any, Dict

from replay import needs, package  # isort: skip; finds the package and an engine

import groups

import guerdon
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
        made = orm("math_equal_reward", fields={"answer": "solution"}, fallback=-1.0)(args=args)
        self.assertIs(made.args, args)
        self.assertEqual(made(COMPLETIONS, **KWARGS), [1.0, -1.0, 0.0])

    def test_unscored_raises_because_the_trainer_would_count_it_as_0(self) -> None:
        for make in (orm, async_orm):
            made = make("math_equal_reward", fields={"answer": "solution"})()
            with self.assertRaisesRegex(guerdon.UnscoredError, "sample 1 is unscored, MISSING_FIELD"):
                called = made(COMPLETIONS, **KWARGS)
                if inspect.iscoroutine(called):
                    asyncio.run(called)
        for fallback, error in (("0", TypeError), (math.nan, ValueError)):
            with self.assertRaises(error):
                orm("math_equal_reward", fallback=fallback)  # type: ignore[arg-type]

    def test_asynchronous_class_is_seen_as_one(self) -> None:
        made = async_orm("math_equal_reward", fields={"answer": "solution"}, fallback=0.5)()
        self.assertTrue(inspect.iscoroutinefunction(type(made).__call__))
        self.assertEqual(asyncio.run(made(COMPLETIONS, **KWARGS)), [1.0, 0.5, 0.0])

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
        register("guerdon_test", "math_equal_reward", fields={"answer": "solution"}, fallback=-1.0)
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
        self.assertEqual(values.tolist(), [1.0, -1.0, 0.0])


@needs("swift.rl_core.grpo_algorithm")
class Advantages(unittest.TestCase):
    """The advantages of ms-swift's own code, of rewards that its own code asked for."""

    def rewards(self, made: Any, golds: groups.Golds) -> Any:
        import torch

        data = package("swift.rl_core.data")
        completions, answers, _ = groups.flat(golds)
        samples = [
            data.GRPOSample(messages=[{"role": "user", "content": "q"}, {"role": "assistant", "content": said}], extra={"answer": gold})
            for said, gold in zip(completions, answers)
        ]
        return package("swift.rl_core.grpo_algorithm").compute_rewards_per_func(samples, [made], [None], torch.device("cpu"))

    def advantages(self, rewards: Any, size: int, **settings: Any) -> Any:
        import torch

        return package("swift.rl_core.advantage").compute_advantages(rewards, torch.ones(1), size, **settings)[0]

    def test_an_unscored_sample_stops_the_trainer_before_it_computes_any(self) -> None:
        for make in (orm, async_orm):
            for golds in (groups.EACH, groups.GROUP, groups.ALL):
                with self.assertRaises(guerdon.UnscoredError):
                    self.rewards(make("math_equal_reward")(), golds)

    def test_no_value_would_leave_a_sample_out(self) -> None:
        """Why it raises. Where this fails, ms-swift has learned to leave None out, and None can be returned again."""
        rewards = self.rewards(orm("math_equal_reward", fallback=0.0)(), groups.EACH)
        places, size = groups.scored(groups.EACH)
        unscored = [i for i in range(len(rewards)) if i not in places]
        expected = self.advantages(rewards[places], size)
        for value in (math.nan, 0.0, 1 / 3):  # None, 0, and the mean of the others
            rewards[unscored] = value
            found = self.advantages(rewards, len(groups.COMPLETIONS))
            self.assertGreater((found[places] - expected).abs().max().item(), 0.05, value)

    def test_a_fallback_is_trained_on_as_that_number(self) -> None:
        import torch

        rewards = self.rewards(async_orm("math_equal_reward", fallback=0.5)(), groups.EACH)
        given = torch.tensor([[0.5 if gold is None else float(said == "\\boxed{1}")] for said, gold in zip(*groups.flat(groups.EACH)[:2])])
        for settings in ({}, {"scale_rewards": "batch"}, {"scale_rewards": "none"}, {"advantage_estimator": "rloo"}, {"scale_rewards": "gdpo"}):
            self.assertTrue(torch.equal(self.advantages(rewards, 4, **settings), self.advantages(given, 4, **settings)))

    def test_the_scored_have_the_advantages_of_their_rewards(self) -> None:
        found = self.advantages(self.rewards(async_orm("math_equal_reward")(), groups.WHOLE), 4, scale_rewards="none")
        self.assertEqual(found.tolist(), [0.5, -0.5, -0.5, 0.5, 0.75, -0.25, -0.25, -0.25])


if __name__ == "__main__":
    unittest.main()
