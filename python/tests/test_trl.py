"""guerdon.trl, called as TRL 1.16 calls reward functions and environments. The training itself: trl_grpo.py."""

import asyncio
import inspect
import threading
import unittest
from collections import defaultdict
from types import SimpleNamespace
from typing import Any, Dict, List, Optional
from unittest import mock

import replay  # isort: skip  # noqa: F401; finds the package and an engine

import groups
from replay import needs, package

import guerdon
import guerdon.trl as adapter
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


    def test_a_fallback_takes_the_place_of_none(self) -> None:
        for make in (reward, sync_reward):
            self.assertEqual(self.called(make("math_equal_reward", fallback=-1), ["\\boxed{1}"] * 2, answer=["1", None]), [1.0, -1.0])
        with self.assertRaises(TypeError):
            reward("math_equal_reward", fallback="0")  # type: ignore[arg-type]

    def test_where_trl_would_count_none_as_0_it_raises(self) -> None:
        with mock.patch.object(adapter, "leaves_out_none", lambda: False), self.assertRaises(guerdon.UnscoredError):
            self.called(reward("math_equal_reward"), ["\\boxed{1}"], answer=[None])
        for version, leaves in (("1.5.0", False), ("0.29.1", False), ("1.6.0", True), ("1.16.0", True), ("2.0.dev1", True)):
            adapter.leaves_out_none.cache_clear()
            with mock.patch.object(adapter.metadata, "version", lambda _: version):
                self.assertEqual(adapter.leaves_out_none(), leaves, version)
        adapter.leaves_out_none.cache_clear()


@needs("trl.trainer.grpo_trainer")
class Advantages(unittest.TestCase):
    """The advantages of TRL's own trainers, of rewards that their own methods asked for."""

    def setUp(self) -> None:
        package("accelerate").PartialState(cpu=True)  # its logger asks for one

    def rewards(self, kind: Any, function: Any, golds: groups.Golds) -> Any:
        import torch

        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever)
        thread.start()
        completions, answers, _ = groups.flat(golds)
        trainer = SimpleNamespace(
            accelerator=SimpleNamespace(device=torch.device("cpu"), is_main_process=True),
            args=SimpleNamespace(report_to=[]),
            reward_funcs=[function],
            reward_processing_classes=[None],
            reward_func_names=[function.__name__],
            state=SimpleNamespace(global_step=0),
            environments=None,
            async_loop=loop,
            _log_completion_extra=lambda column, values: None,
            _log_metric=lambda name, value: None,
        )
        try:
            inputs = [{"prompt": "q", "answer": answer} for answer in answers]
            return kind._calculate_rewards(trainer, inputs, ["q"] * len(answers), completions, [[1]] * len(answers))
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def advantages(self, kind: Any, rewards: Any, num_generations: int, **settings: Any) -> List[float]:
        import torch

        trainer = SimpleNamespace(reward_weights=torch.ones(1), reward_funcs=[None], reward_clip_range=None, beta=0.0, **settings)
        found = groups.run_lines(
            kind._generate_and_score_completions,
            "unscorable_mask =",
            "advantages = torch.nan_to_num",
            self=trainer,
            rewards_per_func=rewards,
            num_generations=num_generations,
            device=rewards.device,
        )
        return list(found["advantages"].tolist())

    def test_they_are_those_of_the_batch_without_the_unscored_samples(self) -> None:
        grpo = package("trl.trainer.grpo_trainer").GRPOTrainer
        rloo = package("trl.trainer.rloo_trainer").RLOOTrainer
        cases = [
            (grpo, {"multi_objective_aggregation": aggregation, "scale_rewards": scale})
            for aggregation in ("sum_then_normalize", "normalize_then_sum")
            for scale in ("group", "batch", "none")
        ] + [(rloo, {"normalize_advantages": normalize}) for normalize in (True, False)]
        for kind, settings in cases:
            for make in (reward, sync_reward):
                for golds in (groups.EACH, groups.GROUP, groups.ALL):
                    with self.subTest(kind=kind.__name__, golds=golds, make=make.__name__, **settings):
                        rewards = self.rewards(kind, make("math_equal_reward"), golds)
                        found = self.advantages(kind, rewards, len(groups.COMPLETIONS), **settings)
                        places, size = groups.scored(golds)
                        self.assertTrue(all(found[i] == 0 for i in range(len(found)) if i not in places))
                        if places:
                            expected = self.advantages(kind, rewards[places], size, **settings)
                            self.assertTrue(any(expected), "a test that could not fail")
                            for i, value in zip(places, expected):
                                self.assertAlmostEqual(found[i], value, places=5)


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
