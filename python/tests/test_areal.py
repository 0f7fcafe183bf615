"""guerdon.areal, called as AReaL 1.0 calls rewards: pickled, in another process; with its wrapper where it is installed."""

import asyncio
import math
import pickle
import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, List, Optional
from unittest import mock

from replay import needs, package  # isort: skip; finds the package and an engine

import groups

import guerdon
from guerdon.areal import Reward, reward


class Replayed(unittest.TestCase):
    def test_call_of_the_workflow(self) -> None:
        function = reward("math_equal_reward")
        row = {"messages": [{"role": "user", "content": "q"}], "answer": "0.5", "query_id": "7"}
        self.assertEqual(function("q", "\\boxed{1/2}<|im_end|>", [1, 2], [3], **row), 1.0)

    def test_pickled_it_is_the_same(self) -> None:
        function = reward("math_equal_reward", fields={"answer": "solution"}, fallback=0.0)
        again = pickle.loads(pickle.dumps(function))
        self.assertEqual(again, function)
        self.assertIsInstance(again, Reward)

    def test_processes_of_a_pool_have_their_own_engines_and_tell_why(self) -> None:
        for method in ("fork", "spawn"):
            with self.subTest(method), ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
                function = reward("qa_f1_reward")
                values = [pool.submit(function, "q", "Nile", [1], [2], answer="Nile") for _ in range(8)]
                self.assertEqual([value.result(120) for value in values], [1.0] * 8)
                lost = pool.submit(function, "q", "Nile", [1], [2], answer=None).exception(120)
                self.assertIsInstance(lost, guerdon.UnscoredError)
                self.assertEqual(pool.submit(function, "q", "x", [1], [2], answer="y").result(120), 0.0, "the pool lives on")

    def test_limit_of_the_wrapper_is_not_reached(self) -> None:
        self.assertLess(reward("qa_f1_reward").scoring.deadline or 99, 15)


@needs("areal.api.reward_api")
class Real(unittest.TestCase):
    def test_wrapper_gets_rewards_and_errors(self) -> None:
        wrapper: Any = package("areal.api.reward_api").AsyncRewardWrapper(reward("qa_f1_reward"), timeout_seconds=120, max_workers=1)
        self.assertEqual(asyncio.run(wrapper("q", "Nile<|im_end|>", [1], [2], answer="Nile")), 1.0)
        with self.assertRaises(guerdon.UnscoredError):
            asyncio.run(wrapper("q", "Nile", [1], [2], answer=None))


@needs("areal.infra.remote_inf_engine")
class Advantages(unittest.TestCase):
    """AReaL's own rollouts of a group, and its own normalization of rewards, which takes groups of one size."""

    def rewards(self, function: Any, golds: groups.Golds) -> List[List[float]]:
        """The rewards of each group; none where a rollout of it raised, for AReaL gives the whole group up."""
        wrapper = package("areal.api.reward_api").AsyncRewardWrapper(function, timeout_seconds=120, max_workers=1, max_retries=0)
        grouped = package("areal.infra.remote_inf_engine").GroupedRolloutWorkflow
        concatenated: Any = package("areal.infra.remote_inf_engine")

        class Workflow:
            def __init__(self, answers: List[Optional[str]]) -> None:
                self.rest = iter(zip(groups.COMPLETIONS, answers))

            async def arun_episode(self, engine: object, data: Any) -> Any:
                said, gold = next(self.rest)
                return await wrapper("q", said, [1], [2], answer=gold)

        found: List[List[float]] = []
        for answers in golds:
            workflow = grouped(Workflow(answers), len(answers), mock.MagicMock())
            with mock.patch.object(concatenated, "concat_padded_tensors", list):
                try:
                    found.append(asyncio.run(workflow.arun_episode(None, {})))
                except guerdon.UnscoredError:
                    pass
        return found

    def advantages(self, rewards: List[List[float]]) -> Any:
        import torch

        config = package("areal.api.cli_args").NormConfig(mean_level="group", std_level="group", group_size=len(groups.COMPLETIONS))
        return package("areal.utils.data").Normalization(config)(torch.tensor(rewards).view(-1))

    def test_a_group_with_an_unscored_sample_is_left_out_and_the_others_stay_whole(self) -> None:
        whole: groups.Golds = [["1"] * 4, ["2"] * 4]
        mixed: groups.Golds = [["1"] * 4, ["1", None, "1", "1"], ["2"] * 4, [None] * 4]
        function = reward("math_equal_reward")
        found = self.advantages(self.rewards(function, mixed))
        self.assertEqual(found.tolist(), self.advantages(self.rewards(function, whole)).tolist())
        self.assertTrue(any(found.tolist()))
        self.assertEqual(self.rewards(function, groups.ALL), [])

    def test_a_fallback_is_trained_on_as_that_number(self) -> None:
        found = self.rewards(reward("math_equal_reward", fallback=0.5), groups.EACH)
        self.assertEqual(found, [[1.0, 0.5, 0.0, 1.0], [0.5, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.5]])
        self.assertTrue(all(map(math.isfinite, self.advantages(found).tolist())))


if __name__ == "__main__":
    unittest.main()
