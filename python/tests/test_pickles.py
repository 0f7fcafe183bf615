"""Reward functions of every adapter go to other processes and come back: pickled, copied, and with what they need loaded."""

import asyncio
import copy
import inspect
import os
import pickle
import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import SimpleNamespace
from typing import Any, Callable, Dict, Tuple

from replay import package  # isort: skip; finds the package and an engine

import guerdon
import guerdon.areal
import guerdon.evalprotocol
import guerdon.inspect
import guerdon.openrlhf
import guerdon.slime
import guerdon.swift
import guerdon.trl
import guerdon.verifiers
import guerdon.verl

BRIEF = """
import dev.guerdon.api.Reward;

public final class Brief {
    @Reward("brief")
    public static double score(String finalResponse) {
        return finalResponse.length() <= 20 ? 1 : 0;
    }
}
"""


def waited(value: Any) -> Any:
    return asyncio.run(value) if inspect.iscoroutine(value) else value


def values(result: Any) -> Any:
    return list(result["rewards"].tolist() if hasattr(result["rewards"], "tolist") else result["rewards"])


def called(kind: str, function: Any) -> Any:
    """The call of the trainer, with a right answer."""
    if kind.startswith("trl"):
        return waited(function(prompts=["q"], completions=["Nile"], completion_ids=[[1]], answer=["Nile"]))
    if kind == "openrlhf":
        return values(function(["qNile"], ["q"], ["Nile"]))
    if kind == "slime":
        return waited(function(None, SimpleNamespace(prompt="q", response="Nile", label="Nile", metadata={})))
    if kind.startswith("swift"):
        made = function() if isinstance(function, type) else function
        return waited(made(["Nile"], answer=["Nile"]))
    if kind == "areal":
        return function("q", "Nile", [1], [2], answer="Nile")
    if kind == "verl":
        return waited(function(solution_str="Nile", ground_truth="Nile", reward="qa_f1_reward"))["score"]
    if kind == "evalprotocol":
        return function(messages=[{"role": "user", "content": "q"}, {"role": "assistant", "content": "Nile"}], ground_truth="Nile").score
    if kind == "inspect":
        state = SimpleNamespace(metadata={}, input_text="q", messages=[], output=SimpleNamespace(completion="Nile"))
        return waited(function(state, ["Nile"])).value
    raise AssertionError(kind)


MADE: Dict[str, Tuple[Callable[[str], Any], Any]] = {
    "trl": (guerdon.trl.reward, [1.0]),
    "trl, sync": (guerdon.trl.sync_reward, [1.0]),
    "openrlhf": (guerdon.openrlhf.reward, [1.0]),
    "slime": (guerdon.slime.reward, 1.0),
    "swift": (lambda name: guerdon.swift.orm(name)(), [1.0]),
    "swift, async": (lambda name: guerdon.swift.async_orm(name)(), [1.0]),
    "swift, class": (guerdon.swift.orm, [1.0]),
    "areal": (guerdon.areal.reward, 1.0),
    "verl": (lambda name: guerdon.verl.compute_score, 1.0),
}
if package("eval_protocol") is not None:
    MADE["evalprotocol"] = (guerdon.evalprotocol.reward, 1.0)
if package("inspect_ai") is not None:
    MADE["inspect"] = (guerdon.inspect.guerdon_scorer, 1.0)


class Pickles(unittest.TestCase):
    def test_copies_score_as_the_function_does(self) -> None:
        for kind, (make, expected) in MADE.items():
            with self.subTest(kind):
                function = make("qa_f1_reward")
                self.assertEqual(called(kind, function), expected)
                for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                    self.assertEqual(called(kind, pickle.loads(pickle.dumps(function, protocol))), expected)
                self.assertEqual(called(kind, copy.deepcopy(function)), expected)
                self.assertEqual(getattr(copy.copy(function), "__name__", ""), getattr(function, "__name__", ""))

    def test_processes_that_are_spawned_score_with_engines_of_their_own(self) -> None:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            for kind, (make, expected) in MADE.items():
                with self.subTest(kind):
                    self.assertEqual(pool.submit(called, kind, make("qa_f1_reward")).result(240), expected)

    def test_a_copy_of_a_copy_made_after_the_engine_ended_starts_another(self) -> None:
        function = guerdon.trl.reward("qa_f1_reward")
        data = pickle.dumps(function)
        guerdon.close()
        self.assertEqual(called("trl", pickle.loads(pickle.dumps(pickle.loads(data)))), [1.0])

    def test_rewards_that_were_loaded_are_loaded_there_too(self) -> None:
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "Brief.java")
            with open(path, "w", encoding="utf-8") as file:
                file.write(BRIEF)
            try:
                guerdon.load(path)
                with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
                    for kind in ("trl", "openrlhf", "areal", "swift, class"):
                        make, expected = MADE[kind]
                        self.assertEqual(pool.submit(called, kind, make("brief")).result(240), expected, kind)
            finally:
                guerdon.close()

    def test_trl_and_slime_see_that_they_are_asynchronous(self) -> None:
        for function in (guerdon.trl.reward("qa_f1_reward"), guerdon.slime.reward("qa_f1_reward")):
            for one in (function, pickle.loads(pickle.dumps(function))):
                self.assertTrue(inspect.iscoroutinefunction(one) and asyncio.iscoroutinefunction(one))
        self.assertFalse(inspect.iscoroutinefunction(guerdon.trl.sync_reward("qa_f1_reward")))

    def test_environments_of_trl_are_of_one_class_after_pickling(self) -> None:
        factory = guerdon.trl.environment("alfworld", **{"max-steps": 5})
        again = pickle.loads(pickle.dumps(factory))
        self.assertIs(type(factory()), type(again()))
        self.assertTrue(again().reset(seed=1))

    def test_verifiers_plug_is_a_function_that_can_be_pickled(self) -> None:
        plugged = pickle.loads(pickle.dumps(guerdon.verifiers.plug("qa_f1_reward")))
        self.assertEqual(plugged.__name__, "qa_f1_reward")
        self.assertEqual(list(inspect.signature(plugged).parameters), ["task", "trace"])


if __name__ == "__main__":
    unittest.main()
