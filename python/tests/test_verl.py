"""guerdon.verl, called as verl 0.9.1 calls custom reward functions; with verl itself where it is installed."""

import asyncio
import functools
import inspect
import math
import unittest
from types import SimpleNamespace
from typing import Any, Dict, List

from replay import needs, package  # isort: skip; finds the package and an engine

import groups

import guerdon
from guerdon.verl import compute_score, compute_score_sync


def called(function: Any, solution: str, truth: Any, **kwargs: Any) -> Dict[str, float]:
    """The call of the reward managers, with the reward_kwargs of the configuration merged in."""
    extra: Dict[str, Any] = {"index": 3, "num_turns": None, "rollout_reward_scores": {}}
    extra.update(kwargs.pop("extra_info", {}))
    output = function(data_source="openai/gsm8k", solution_str=solution, ground_truth=truth, extra_info=extra, **kwargs)
    return asyncio.run(output) if inspect.iscoroutine(output) else output


class Replayed(unittest.TestCase):
    def test_score_and_keys(self) -> None:
        for function in (compute_score, compute_score_sync):
            result = called(function, "the Nile river", "Nile", reward="qa_f1_reward", extras=["em"])
            self.assertEqual(result, {"score": 2 / 3, "unscored": 0.0, "em": 0.0})

    def test_unscored_raises_or_falls_back_with_the_same_keys(self) -> None:
        with self.assertRaisesRegex(guerdon.UnscoredError, "MISSING_FIELD"):
            called(compute_score, "x", None, reward="qa_f1_reward")
        result = called(compute_score, "x", None, reward="qa_f1_reward", extras=["em"], fallback=-1.0)
        self.assertEqual(list(result), ["score", "unscored", "em"])
        self.assertEqual((result["score"], result["unscored"]), (-1.0, 1.0))
        self.assertTrue(math.isnan(result["em"]), "nobody measured it, so it is not 0")

    def test_reward_by_data_source(self) -> None:
        rewards = {"openai/gsm8k": "math_equal_reward", "*": "qa_f1_reward"}
        self.assertEqual(called(compute_score, "\\boxed{1/2}", "0.5", reward=rewards)["score"], 1.0)
        with self.assertRaisesRegex(ValueError, "no reward for the data source 'openai/gsm8k'"):
            called(compute_score, "x", "y", reward={"other": "qa_f1_reward"})
        with self.assertRaisesRegex(ValueError, "reward_kwargs.reward"):
            called(compute_score, "x", "y")

    def test_fields_come_from_extra_info(self) -> None:
        result = called(compute_score, "Lima", None, reward="qa_f1_reward", fields={"answer": "city"}, extra_info={"city": "Lima"})
        self.assertEqual(result["score"], 1.0)

    def test_reward_model_arguments_do_no_harm(self) -> None:
        result = called(compute_score, "Lima", "Lima", reward="qa_f1_reward", reward_router_address="x:1", reward_model_tokenizer=object())
        self.assertEqual(result["score"], 1.0)

    def test_verl_sees_that_it_is_asynchronous(self) -> None:
        self.assertTrue(inspect.iscoroutinefunction(compute_score))
        self.assertFalse(inspect.iscoroutinefunction(compute_score_sync))


@needs("verl.trainer.ppo.reward")
class Real(unittest.TestCase):
    def test_configuration_loads_it_and_the_manager_scores(self) -> None:
        import numpy as np
        import torch
        from omegaconf import OmegaConf

        reward = package("verl.trainer.ppo.reward")
        naive = package("verl.experimental.reward_loop.reward_manager.naive")
        protocol = package("verl")
        config = OmegaConf.create(
            {
                "reward": {
                    "custom_reward_function": {
                        "path": "pkg://guerdon.verl",
                        "name": "compute_score",
                        "reward_kwargs": {"reward": "math_equal_reward", "fallback": 0.0},
                    }
                }
            }
        )
        function = reward.get_custom_reward_fn(config)
        tokenizer = SimpleNamespace(decode=lambda ids, skip_special_tokens: "\\boxed{%d}" % int(ids[0]))

        async def scored(token: int, truth: Any) -> Any:
            manager = naive.NaiveRewardManager(config, tokenizer, function)
            data = protocol.DataProto.from_dict(
                tensors={"responses": torch.tensor([[token]]), "attention_mask": torch.tensor([[1, 1]])},
                non_tensors={
                    "data_source": np.array(["gsm8k"], dtype=object),
                    "reward_model": np.array([{"ground_truth": truth}], dtype=object),
                    "extra_info": np.array([{}], dtype=object),
                },
            )
            return await manager.run_single(data)

        right = asyncio.run(scored(7, "7"))
        lost = asyncio.run(scored(7, None))
        self.assertEqual(right, {"reward_score": 1.0, "reward_extra_info": {"score": 1.0, "unscored": 0.0}})
        self.assertEqual(lost, {"reward_score": 0.0, "reward_extra_info": {"score": 0.0, "unscored": 1.0}})


@needs("verl.trainer.ppo.core_algos")
class Advantages(unittest.TestCase):
    """The advantages of verl's own code, of scores that its own reward manager asked for."""

    def rewards(self, golds: groups.Golds, **arguments: Any) -> List[float]:
        import numpy as np
        import torch

        naive = package("verl.experimental.reward_loop.reward_manager.naive")
        completions, answers, _ = groups.flat(golds)
        tokenizer = SimpleNamespace(decode=lambda ids, skip_special_tokens: completions[int(ids[0])])
        function = functools.partial(compute_score, reward="math_equal_reward", **arguments)

        async def scored(place: int) -> float:
            manager = naive.NaiveRewardManager(SimpleNamespace(), tokenizer, function)
            data = package("verl").DataProto.from_dict(
                tensors={"responses": torch.tensor([[place]]), "attention_mask": torch.tensor([[1, 1]])},
                non_tensors={
                    "data_source": np.array(["gsm8k"], dtype=object),
                    "reward_model": np.array([{"ground_truth": answers[place]}], dtype=object),
                    "extra_info": np.array([{}], dtype=object),
                },
            )
            return float((await manager.run_single(data))["reward_score"])

        async def all_of_them() -> List[float]:
            return list(await asyncio.gather(*(scored(i) for i in range(len(answers)))))

        return asyncio.run(all_of_them())

    def advantages(self, rewards: List[float], golds: groups.Golds, name: str) -> List[float]:
        import numpy as np
        import torch

        algos = package("verl.trainer.ppo.core_algos")
        index = np.array(groups.flat(golds)[2])
        tensor = torch.tensor(rewards).unsqueeze(-1)
        found = algos.get_adv_estimator_fn(name)(
            token_level_rewards=tensor, response_mask=torch.ones_like(tensor), index=index, config=algos.AlgoConfig()
        )[0]
        return [float(value) for value in found[:, 0]]

    def test_without_a_fallback_an_unscored_sample_stops_the_trainer_before_it_computes_any(self) -> None:
        for golds in (groups.EACH, groups.GROUP, groups.ALL):
            with self.assertRaises(guerdon.UnscoredError):
                self.rewards(golds)

    def test_a_fallback_is_trained_on_as_that_number(self) -> None:
        given = [0.5 if gold is None else float(said == "\\boxed{1}") for said, gold in zip(*groups.flat(groups.EACH)[:2])]
        rewards = self.rewards(groups.EACH, fallback=0.5)
        self.assertEqual(rewards, given)
        for name in ("grpo", "rloo", "reinforce_plus_plus_baseline", "opo"):
            found = self.advantages(rewards, groups.EACH, name)
            self.assertTrue(any(found) and all(map(math.isfinite, found)), name)

    def test_nan_would_spoil_the_group(self) -> None:
        """Why it raises. Where this fails, verl leaves NaN out, and the function can return it."""
        found = self.advantages([1.0, math.nan, 0.0, 1.0], [groups.EACH[0]], "grpo")
        self.assertTrue(all(map(math.isnan, found)))


if __name__ == "__main__":
    unittest.main()
