"""guerdon.inspect, called as Inspect calls scorers; in a real evaluation where Inspect is installed."""

import asyncio
import math
import sys
import tempfile
import unittest
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

from replay import needs  # isort: skip; finds the package and an engine

import guerdon.inspect
from guerdon.inspect import guerdon_scorer


def stand_in() -> Any:
    """As much of inspect_ai.scorer as a scorer touches."""
    module: Any = ModuleType("inspect_ai.scorer")

    class Score(SimpleNamespace):
        @classmethod
        def unscored(cls, **fields: Any) -> "Score":
            return cls(value=math.nan, **fields)

    module.Score = Score
    module.mean = module.stderr = lambda: None
    module.scorer = lambda metrics, name: lambda function: function
    return module


def state(completion: str, **metadata: Any) -> Any:
    output = SimpleNamespace(completion=completion)
    return SimpleNamespace(output=output, metadata=metadata, input_text="Which river?", messages=[], choices=[])


class Replayed(unittest.TestCase):
    def setUp(self) -> None:
        modules = mock.patch.dict(sys.modules, {"inspect_ai": ModuleType("inspect_ai"), "inspect_ai.scorer": stand_in()})
        modules.start()
        self.addCleanup(modules.stop)
        guerdon.inspect._registered.cache_clear()
        self.addCleanup(guerdon.inspect._registered.cache_clear)

    def test_target_is_the_answer(self) -> None:
        score = asyncio.run(guerdon_scorer("qa_f1_reward")(state("the Nile river"), ["Nile"]))
        self.assertEqual((score.value, score.answer, score.metadata["em"]), (2 / 3, "the Nile river", 0.0))

    def test_several_targets_are_a_list(self) -> None:
        score = asyncio.run(guerdon_scorer("qa_em_reward")(state("<answer>Lima</answer>"), ["Lima", "Lima, Peru"]))
        self.assertEqual(score.value, 1.0)

    def test_metadata_are_fields(self) -> None:
        score = asyncio.run(guerdon_scorer("qa_f1_reward", fields={"answer": "river"})(state("Nile", river="Nile"), [""]))
        self.assertEqual(score.value, 1.0)

    def test_unscored_is_not_a_number_with_its_reason(self) -> None:
        score = asyncio.run(guerdon_scorer("qa_f1_reward", fields={"answer": "river"})(state("Nile", river=None), [""]))
        self.assertTrue(math.isnan(score.value))
        self.assertEqual((score.reason, score.metadata), ("scoring_failed", {"unscored": "MISSING_FIELD"}))
        self.assertIn("answer", score.explanation)


@needs("inspect_ai.scorer")
class Real(unittest.TestCase):
    def test_evaluation_counts_what_is_unscored(self) -> None:
        from inspect_ai import Task, eval
        from inspect_ai.dataset import Sample
        from inspect_ai.model import ModelOutput
        from inspect_ai.solver import solver

        guerdon.inspect._registered.cache_clear()
        said = ["the Nile", "the Rhine", "nothing"]
        samples = [Sample(input=text, target="x", metadata={"river": river}) for text, river in zip(said, ["Nile", "Nile", None])]

        @solver
        def echo() -> Any:
            """Answers with the question: a model would count tokens, which asks the network."""

            async def solve(state: Any, generate: Any) -> Any:
                state.output = ModelOutput.from_content("mockllm/model", state.input_text)
                return state

            return solve

        task = Task(dataset=samples, solver=echo(), scorer=guerdon_scorer("qa_f1_reward", fields={"answer": "river"}))
        with tempfile.TemporaryDirectory() as folder:
            log = eval(task, model="mockllm/model", log_dir=folder, display="none")[0]
        self.assertEqual(log.status, "success", log.error)
        scores = log.results.scores[0]
        self.assertEqual((scores.name, scores.scored_samples, scores.unscored_samples), ("guerdon_scorer", 2, 1))
        self.assertEqual(scores.metrics["mean"].value, 0.5)


if __name__ == "__main__":
    unittest.main()
