"""guerdon.areal, called as AReaL 1.0 calls rewards: pickled, in another process; with its wrapper where it is installed."""

import asyncio
import pickle
import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from replay import needs, package  # isort: skip; finds the package and an engine

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


if __name__ == "__main__":
    unittest.main()
