"""guerdon.evalprotocol, called as eval-protocol 0.3.33 calls reward functions; with its server where it is installed."""

import os
import sys
import unittest
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

from replay import needs, package  # isort: skip; finds the package and an engine

from guerdon.evalprotocol import reward, row_reward

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # it would ask the network otherwise

MESSAGES = [{"role": "user", "content": "Which river?"}, {"role": "assistant", "content": "the Nile river"}]


class Replayed(unittest.TestCase):
    def setUp(self) -> None:
        main: Any = ModuleType("eval_protocol")
        models: Any = ModuleType("eval_protocol.models")
        main.reward_function = lambda function: function
        models.EvaluateResult = models.MetricResult = SimpleNamespace
        modules = mock.patch.dict(sys.modules, {"eval_protocol": main, "eval_protocol.models": models})
        modules.start()
        self.addCleanup(modules.stop)

    def test_request_of_the_server(self) -> None:
        result = reward("qa_f1_reward")(messages=MESSAGES, ground_truth="Nile")
        self.assertEqual((result.score, result.is_score_valid), (2 / 3, True))
        self.assertEqual((result.metrics["em"].score, result.metrics["em"].is_score_valid), (0.0, True))

    def test_unscored_is_no_valid_score(self) -> None:
        result = reward("qa_f1_reward")(messages=MESSAGES, ground_truth=None)
        self.assertFalse(result.is_score_valid)
        self.assertRegex(result.reason, "^MISSING_FIELD: ")

    def test_further_arguments_are_fields(self) -> None:
        self.assertEqual(reward("qa_f1_reward", fields={"answer": "river"})(messages=MESSAGES, river="Nile").score, 2 / 3)

    def test_answer_of_an_earlier_turn_is_not_the_answer(self) -> None:
        unanswered = [*MESSAGES, {"role": "user", "content": "Sure?"}]
        self.assertEqual(reward("qa_f1_reward")(messages=unanswered, ground_truth="Nile").score, 0.0)

    def test_row_gets_its_result(self) -> None:
        row = SimpleNamespace(messages=MESSAGES, ground_truth="Nile", input_metadata=SimpleNamespace(dataset_info=None), evaluation_result=None)
        self.assertIs(row_reward("qa_f1_reward")(row), row)
        self.assertEqual(row.evaluation_result.score, 2 / 3)  # type: ignore[attr-defined]


@needs("eval_protocol.models")
class Real(unittest.TestCase):
    def test_reward_function_and_row(self) -> None:
        models = package("eval_protocol.models")
        result = reward("qa_f1_reward")(messages=MESSAGES, ground_truth="Nile")
        self.assertIsInstance(result, models.EvaluateResult)
        self.assertEqual(result.score, 2 / 3)
        row = models.EvaluationRow(messages=[models.Message(**message) for message in MESSAGES], ground_truth="Nile")
        self.assertEqual(row_reward("qa_f1_reward")(row).evaluation_result.score, 2 / 3)

    def test_generic_server_answers_with_it(self) -> None:
        server = package("eval_protocol.generic_server")
        if server is None:
            self.skipTest("the server of eval-protocol does not start here; its call is replayed")
        from fastapi.testclient import TestClient

        server._LOADED_REWARD_FUNCTION = reward("qa_f1_reward")
        self.addCleanup(setattr, server, "_LOADED_REWARD_FUNCTION", None)
        client = TestClient(server.app)
        good = client.post("/evaluate", json={"messages": MESSAGES, "ground_truth": "Nile", "kwargs": {}}).json()
        self.assertEqual((good["score"], good["is_score_valid"], good["metrics"]["em"]["score"]), (2 / 3, True, 0.0))
        lost = client.post("/evaluate", json={"messages": MESSAGES, "kwargs": {}}).json()
        self.assertEqual((lost["score"], lost["is_score_valid"]), (0.0, False))


if __name__ == "__main__":
    unittest.main()
