"""guerdon.openrlhf, called as OpenRLHF 0.11.2 calls a reward file; with its executor where it is installed."""

import asyncio
import inspect
import math
import os
import sys
import tempfile
import unittest
from types import SimpleNamespace
from typing import Any, List
from unittest import mock

from replay import needs, package  # isort: skip; finds the package and an engine

import groups

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


@needs("openrlhf.utils.agent")
class Advantages(unittest.TestCase):
    """The advantages of OpenRLHF's own code, of rewards that its own executor asked for. Without a fallback there are none."""

    ESTIMATORS = ("rloo", "reinforce_baseline", "dr_grpo", "group_norm", "flash_reinforce", "reinforce")

    def rewards(self, function: Any, golds: groups.Golds) -> List[Any]:
        """What SingleTurnAgentExecutor.execute keeps of each sample: None where the function raised."""
        executor = package("openrlhf.utils.agent").SingleTurnAgentExecutor()
        executor.reward_func = function
        executor.reward_endpoints = ["reward.py"]
        completions, answers, _ = groups.flat(golds)

        class Tokenizer:
            def __call__(self, text: str, **options: Any) -> Any:
                import torch

                return {"input_ids": torch.tensor([[1, 2]])}

            def decode(self, tokens: Any, **options: Any) -> str:
                return PROMPT + completions[tokens[-1]]

        class Model:
            def __init__(self, token: int) -> None:
                self.output = SimpleNamespace(token_ids=[token], finish_reason="stop", logprobs=None)

            async def generate(self, *given: Any, **options: Any) -> Any:
                return SimpleNamespace(outputs=[self.output])

        async def run() -> List[Any]:
            sampling = SimpleNamespace(max_tokens=8, logprobs=None)
            outputs = [await executor.execute(PROMPT, gold, sampling, 100, Tokenizer(), Model(i)) for i, gold in enumerate(answers)]
            return [output["reward"] for output in outputs]

        return asyncio.run(run())

    def advantages(self, rewards: List[Any], estimator: str) -> List[float]:
        import torch

        sys.modules.setdefault("openrlhf.trainer.ray.launcher", mock.MagicMock())
        maker = groups.module_of("openrlhf.trainer.ppo_utils.experience_maker").RemoteExperienceMaker
        kind = groups.module_of("openrlhf.trainer.ppo_utils.experience").Experience
        args = SimpleNamespace(
            rollout=SimpleNamespace(n_samples_per_prompt=len(groups.COMPLETIONS)),
            reward=SimpleNamespace(clip_range=None, overlong_buffer_len=None, stop_properly_penalty_coef=None),
            algo=SimpleNamespace(advantage=SimpleNamespace(estimator=estimator, gamma=1.0, lambd=1.0, no_std_norm=False)),
        )
        stub = SimpleNamespace(
            strategy=SimpleNamespace(args=args),
            kl_ctl=SimpleNamespace(value=0.0),
            advantage_estimator=estimator,
            get_cumulative_returns=lambda *given: maker.get_cumulative_returns(stub, *given),
        )
        experiences = [
            kind(
                rewards=None if reward is None else torch.tensor([float(reward)]),
                kl=torch.zeros(1, 1),
                action_mask=torch.ones(1, 1, dtype=torch.bool),
                index=[i],
            )
            for i, reward in enumerate(rewards)
        ]
        done = inspect.unwrap(maker.compute_advantages_and_returns)(stub, experiences)
        return [float(one.advantages[0, 0]) for one in done]

    def test_a_fallback_is_trained_on_as_that_number(self) -> None:
        rewards = self.rewards(reward("math_equal_reward", fallback=0.5), groups.EACH)
        given = [0.5 if gold is None else float(said == "\\boxed{1}") for said, gold in zip(*groups.flat(groups.EACH)[:2])]
        self.assertEqual([float(value) for value in rewards], given)
        for estimator in self.ESTIMATORS:
            found = self.advantages(rewards, estimator)
            self.assertEqual(found, self.advantages(given, estimator))
            self.assertTrue(any(found))

    def test_without_one_the_trainer_stops_before_it_computes_any(self) -> None:
        for golds in (groups.EACH, groups.GROUP, groups.ALL):
            rewards = self.rewards(reward("math_equal_reward"), golds)
            self.assertEqual([value is None for value in rewards], [gold is None for gold in groups.flat(golds)[1]])
            for estimator in self.ESTIMATORS:
                with self.assertRaisesRegex((AttributeError, TypeError), "NoneType"):
                    self.advantages(rewards, estimator)


if __name__ == "__main__":
    unittest.main()
