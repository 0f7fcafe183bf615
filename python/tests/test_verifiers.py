"""guerdon.verifiers, called as verifiers 0.4 scores a trace; with verifiers itself where it is installed."""

import asyncio
import inspect
import os
import tempfile
import unittest
from typing import Any, ClassVar, Dict, List

from replay import needs, package  # isort: skip; finds the package and an engine

import guerdon
import guerdon.verifiers


class Data:
    """The data of a task, as far as the adapter looks at them."""

    model_fields: ClassVar[List[str]] = ["prompt", "answer", "picture"]
    model_extra = None

    def __init__(self, answer: Any) -> None:
        self.prompt = "Which river?"
        self.answer = answer
        self.picture = object()


class Trace:
    def __init__(self, last_reply: str) -> None:
        self.last_reply = last_reply
        self.metrics: Dict[str, Any] = {}
        self.messages: List[Any] = []

    def record_metric(self, name: str, value: float) -> None:
        self.metrics[name] = float(value)


class Replayed(unittest.TestCase):
    def test_plugged_function_is_called_by_the_names_of_its_parameters(self) -> None:
        function = guerdon.verifiers.plug("qa_f1_reward")
        self.assertEqual(list(inspect.signature(function).parameters), ["task", "trace"])
        trace = Trace("the Nile river")
        self.assertEqual(asyncio.run(function(task=Data("Nile"), trace=trace)), 2 / 3)  # type: ignore[call-arg]
        self.assertEqual((trace.metrics["unscored"], trace.metrics["qa_f1_reward/em"]), (0.0, 0.0))

    def test_unscored_raises_and_is_a_metric(self) -> None:
        trace = Trace("x")
        with self.assertRaises(guerdon.UnscoredError):
            asyncio.run(guerdon.verifiers.plug("qa_f1_reward")(Data(None), trace))
        self.assertEqual(trace.metrics["unscored"], 1.0)
        asyncio.run(guerdon.verifiers.plug("qa_f1_reward")(Data("x"), trace))
        self.assertEqual(trace.metrics["unscored"], 1.0, "another reward does not take it back")

    def test_every_reward_is_a_name_of_the_module(self) -> None:
        self.assertEqual(guerdon.verifiers.qa_f1_reward.__name__, "qa_f1_reward")
        with self.assertRaisesRegex(AttributeError, "qa_f1_reward"):
            guerdon.verifiers.qa_f1_rewrad  # noqa: B018
        self.assertFalse(hasattr(guerdon.verifiers, "__path__"))


@needs("verifiers.v1")
class Real(unittest.TestCase):
    def task(self, config: Any = None, answer: Any = "0.5") -> Any:
        vf = package("verifiers.v1")

        class SumData(vf.TaskData):  # type: ignore[misc, name-defined]
            solution: Any = None
            answer: Any = None

        class Sum(vf.Task[SumData]):  # type: ignore[misc, name-defined]
            correct = guerdon.verifiers.reward("math_equal_reward", weight=0.5, fields={"answer": "solution"})

        return Sum(SumData(prompt="half of one?", solution=answer, answer=answer), config or vf.TaskConfig())

    def trace(self, task: Any, said: str) -> Any:
        vf = package("verifiers.v1")
        types = package("verifiers.v1.types")
        trace_module = package("verifiers.v1.trace")
        trace = vf.Trace.model_construct(
            task=trace_module.TraceTask.model_construct(data=task.data), rewards={}, metrics={}, info={}, nodes=[], root_reply=said, errors=[]
        )
        del types
        return trace

    def test_method_of_a_task_is_recorded_under_its_name_with_its_weight(self) -> None:
        task = self.task()
        trace = self.trace(task, "\\boxed{1/2}")
        asyncio.run(task.score(trace))
        self.assertEqual((trace.rewards["correct"].score, trace.rewards["correct"].weight), (1.0, 0.5))
        self.assertEqual(trace.metrics["unscored"], 0.0)

    def test_unscored_leaves_the_reward_empty_and_raises(self) -> None:
        task = self.task(answer=None)
        trace = self.trace(task, "\\boxed{1/2}")
        with self.assertRaises(package("verifiers.v1.errors").TaskError) as raised:
            asyncio.run(task.score(trace))
        self.assertIn("MISSING_FIELD", str(raised.exception))
        self.assertIsNone(trace.rewards["correct"])
        self.assertEqual(trace.metrics["unscored"], 1.0)

    def test_configuration_plugs_rewards_by_name_and_by_file(self) -> None:
        vf = package("verifiers.v1")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write("from guerdon.verifiers import plug\nexact = plug('qa_f1_reward', fields={'answer': 'solution'})\n")
            config = vf.TaskConfig.model_validate(
                {"rewards": {"plugged": {"fn": "guerdon.verifiers:math_equal_reward", "weight": 0.25}, "exact": {"fn": path + ":exact"}}}
            )
            task = self.task(config)
            trace = self.trace(task, "0.5")
            asyncio.run(task.score(trace))
        self.assertEqual({key: (one.score, one.weight) for key, one in trace.rewards.items()}, {"correct": (1.0, 0.5), "plugged": (1.0, 0.25), "exact": (1.0, 1.0)})


if __name__ == "__main__":
    unittest.main()
