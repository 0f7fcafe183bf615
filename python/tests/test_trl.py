"""guerdon.trl, called as TRL 1.16 calls reward functions and environments. The training itself: trl_grpo.py."""

import asyncio
import inspect
import unittest
from collections import defaultdict
from typing import Any, Dict, List, Optional

import replay  # isort: skip  # noqa: F401; finds the package and an engine

from guerdon.trl import environment, reward, sync_reward


class Rewards(unittest.TestCase):
    def setUp(self) -> None:
        self.extra: Dict[str, List[Any]] = defaultdict(list)
        self.metrics: Dict[str, List[float]] = defaultdict(list)

    def called(self, function: Any, completions: List[Any], **columns: Any) -> List[Optional[float]]:
        """The call of GRPOTrainer._calculate_rewards."""
        output = function(
            prompts=columns.pop("prompts", ["q"] * len(completions)),
            completions=completions,
            completion_ids=[[1]] * len(completions),
            trainer_state=object(),
            log_extra=lambda column, values: self.extra[column].extend(values),
            log_metric=lambda name, value: self.metrics[name].append(value),
            **columns,
        )
        return asyncio.run(output) if inspect.iscoroutine(output) else output

    def test_columns_of_the_dataset_are_fields(self) -> None:
        for make in (reward, sync_reward):
            self.assertEqual(self.called(make("math_equal_reward"), ["\\boxed{1/2}", "\\boxed{3}"], answer=["0.5", "4"]), [1.0, 0.0])

    def test_other_columns_are_read_by_name(self) -> None:
        function = reward("math_equal_reward", fields={"answer": "solution"})
        self.assertEqual(self.called(function, ["\\boxed{1/2}"], solution=["0.5"], image=[object()]), [1.0])

    def test_unscored_is_none_and_the_others_keep_their_places(self) -> None:
        scores = self.called(reward("math_equal_reward"), ["\\boxed{1}"] * 3, answer=["1", None, "2"])
        self.assertEqual(scores, [1.0, None, 0.0])
        self.assertEqual(self.metrics["math_equal_reward/unscored"], [1 / 3])
        self.assertEqual(self.extra["math_equal_reward/unscored"], [None, "MISSING_FIELD", None])

    def test_conversations_are_read(self) -> None:
        said = [[{"role": "assistant", "content": "the Nile"}], [{"role": "assistant", "content": [{"type": "text", "text": "Lima"}]}]]
        asked = [[{"role": "user", "content": "q"}]] * 2
        self.assertEqual(self.called(reward("qa_f1_reward"), said, prompts=asked, answer=["Nile", "Lima"]), [1.0, 1.0])

    def test_answer_of_a_prompt_is_not_taken_for_the_completion(self) -> None:
        asked = [[{"role": "user", "content": "q"}, {"role": "assistant", "content": "Lima"}, {"role": "user", "content": "q"}]]
        said = [[{"role": "tool", "content": "nothing"}]]
        self.assertEqual(self.called(reward("qa_f1_reward"), said, prompts=asked, answer=["Lima"]), [0.0])

    def test_extras_are_logged_and_a_column_once_told_is_told_again(self) -> None:
        function = reward("qa_f1_reward")
        self.called(function, ["the Nile river", "Lima"], answer=["Nile", "Lima"])
        self.assertEqual(self.extra["qa_f1_reward/em"], [0.0, 1.0])
        self.assertEqual(self.metrics["qa_f1_reward/em"], [0.5])
        self.called(function, ["x"], answer=[None])
        self.assertEqual(self.extra["qa_f1_reward/em"], [0.0, 1.0, None])
        self.assertEqual(self.metrics["qa_f1_reward/em"], [0.5], "an average of nothing is not told")

    def test_name_is_that_of_the_reward(self) -> None:
        self.assertEqual(reward("math_equal_reward(extraction=boxed)").__name__, "math_equal_reward")

    def test_several_run_at_once_in_one_loop(self) -> None:
        async def both() -> Any:
            calls = [reward(name)(prompts=["q"], completions=["4"], answer=["4"]) for name in ("qa_f1_reward", "math_equal_reward")]
            return await asyncio.gather(*calls)

        self.assertEqual(asyncio.run(both()), [[1.0], [1.0]])


class Environments(unittest.TestCase):
    def test_the_trainer_finds_one_tool(self) -> None:
        made = environment("alfworld")()
        members = [name for name, _ in inspect.getmembers(type(made), predicate=inspect.isfunction)]
        tools = [name for name in members if not name.startswith("_") and name not in ("reset", "get_reward")]
        self.assertEqual(tools, ["act"])
        self.assertEqual(type(made).__name__, "alfworld")
        self.assertIn("Args:", str(inspect.getdoc(made.act)))

    def test_an_episode_is_played_and_paid(self) -> None:
        made = environment("alfworld")()
        seen = made.reset(prompt=[{"role": "user", "content": "play"}], seed=4)
        self.assertIn("Your task is to", str(seen))
        self.assertEqual(made.get_reward(), 0.0)
        for _ in range(60):
            answer = made.act("look")
        self.assertTrue(answer)
        self.assertEqual(made.get_reward(), 0.0)

    def test_the_same_seed_is_the_same_game(self) -> None:
        factory = environment("alfworld")
        one, two = factory(), factory()
        self.assertEqual(one.reset(seed=3), two.reset(seed=3))
        self.assertIs(type(one), type(two), "TRL asks environments of exactly one class for their reward")

    def test_what_was_not_reset_has_no_reward(self) -> None:
        self.assertIsNone(environment("alfworld")().get_reward())


if __name__ == "__main__":
    unittest.main()
