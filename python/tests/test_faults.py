"""What the client does when the engine fails: tested with an engine that fails when told."""

import os
import threading
import time
import unittest
from typing import Any
from unittest import mock

from support import LONG, STAND_IN, Case, alive, eventually

import guerdon


class FaultsTest(Case):
    def engine(self, **options: Any) -> guerdon.Engine:
        engine = guerdon.Engine(STAND_IN, **options)
        self.addCleanup(engine.close)
        return engine

    def test_a_sample_that_ends_the_engine_twice_is_unscored_and_costs_no_other(self) -> None:
        engine = self.engine()
        rows = [{"value": i} for i in range(600)]
        rows[300] = {"do": "die"}  # type: ignore[dict-item]
        scores = engine.score_many("any", rows)
        self.assertEqual([s.reward for s in scores], [None if i == 300 else float(i) for i in range(600)])
        unscored = scores[300].unscored
        assert unscored is not None
        self.assertEqual(unscored.reason, "RESOURCE")
        self.assertIn("exit code 3: a last word, 2 times with this sample", unscored.message)

    def test_a_single_sample_that_ends_the_engine_twice_is_unscored(self) -> None:
        engine = self.engine()
        first = engine.score("any").extras["pid"]
        score = engine.score("any", do="die")
        self.assertEqual(score.unscored and score.unscored.reason, "RESOURCE")
        self.assertEqual(engine.score("any", value=7).reward, 7.0)
        self.assertFalse(alive(first))

    def test_what_was_in_flight_when_an_engine_ended_is_scored_by_the_next(self) -> None:
        engine = self.engine()
        score = engine.score("any", do="die once", mark=self.path("mark"), value=5)
        self.assertEqual((score.reward, score.unscored), (5.0, None))

    def test_an_engine_killed_from_outside_is_replaced_and_nothing_is_lost(self) -> None:
        engine = self.engine()
        for kill in range(3):
            mark = self.path("mark%d" % kill)
            pid = engine.score("any").extras["pid"]
            threading.Timer(0.2, os.kill, (pid, 9)).start()
            rows = [{"value": 1}, {"do": "wait for", "mark": mark}, {"value": 3}]
            killer = threading.Thread(target=lambda: (eventually(lambda: not alive(pid)), open(mark, "w").close()))
            killer.start()
            self.assertEqual([s.reward for s in engine.score_many("any", rows)], [1.0, 1.0, 3.0])
            killer.join()

    def test_an_engine_that_hangs_is_ended_and_the_call_with_it(self) -> None:
        engine = self.engine(hang_after=2.0)
        first = engine.score("any").extras["pid"]
        began = time.monotonic()
        scores = engine.score_many("any", [{"value": 1}, {"do": "hang"}, {"value": 3}])
        self.assertLess(time.monotonic() - began, LONG)
        self.assertEqual([s.reward for s in scores], [1.0, None, 3.0])
        self.assertEqual(scores[1].unscored and scores[1].unscored.reason, "TIMEOUT")
        self.assertFalse(alive(first))

    def test_a_hang_that_does_not_come_again_costs_nothing_but_time(self) -> None:
        engine = self.engine(hang_after=2.0)
        self.assertEqual(engine.score("any", do="hang once", mark=self.path("mark"), value=4).reward, 4.0)

    def test_the_time_for_a_batch_ends_it_though_the_engine_hangs(self) -> None:
        engine = self.engine()
        scores = engine.score_many("any", [{"value": 1}, {"do": "hang"}, {"value": 3}], timeout=3)
        self.assertEqual(scores[0].reward, 1.0)
        self.assertEqual([s.unscored and s.unscored.reason for s in scores[1:]], ["TIMEOUT", "TIMEOUT"])

    def test_what_is_no_frame_ends_the_engine_and_is_nobodys_score(self) -> None:
        engine = self.engine()
        scores = engine.score_many("any", [{"value": 1}, {"do": "garbage"}, {"value": 3}])
        self.assertEqual([s.reward for s in scores], [1.0, None, 3.0])

    def test_a_sample_without_an_answer_is_unscored(self) -> None:
        scores = self.engine().score_many("any", [{"do": "forget"}, {"value": 2}])
        self.assertEqual(scores[0].unscored and scores[0].unscored.reason, "ERROR")
        self.assertEqual(scores[1].reward, 2.0)

    def test_an_engine_that_talks_too_much_does_not_stop(self) -> None:
        self.assertEqual(self.engine().score("any", do="shout", bytes=3_000_000, value=1).reward, 1.0)

    def test_engines_that_always_end_are_not_started_for_ever(self) -> None:
        engine = self.engine()
        scores = engine.score_many("any", [{"do": "die"}] * 30 + [{"value": 1}])
        self.assertEqual({s.unscored and s.unscored.reason for s in scores[:30]}, {"RESOURCE"})
        self.assertIn("times within", engine.score("any").unscored.message)  # type: ignore[union-attr]

    def test_the_client_keeps_to_the_window(self) -> None:
        engine = self.engine()
        with mock.patch.dict(os.environ, STAND_IN_WINDOW='{"bytes":4000,"requests":5}'):
            engine.score("any")
        most = []

        def score() -> None:
            rows = [{"value": i, "text": "x" * (i % 900)} for i in range(300)]
            scores = engine.score_many("any", rows)
            assert [s.reward for s in scores] == [float(i) for i in range(300)]
            most.append(max(s.extras["waiting"] for s in scores))

        threads = [threading.Thread(target=score) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LONG)
        self.assertEqual(len(most), 4)
        self.assertLess(max(most), 5)
        large = engine.score("any", text="x" * 5000)
        self.assertEqual(large.unscored and large.unscored.reason, "INVALID_INPUT")

    def test_errors_of_the_start_say_why(self) -> None:
        with self.assertRaisesRegex(guerdon.EngineError, "could not be started.*no-such-engine"):
            guerdon.Engine(["/no-such-engine"]).score("any")
        with mock.patch.dict(os.environ, STAND_IN_DIES="yes"):
            with self.assertRaisesRegex(guerdon.EngineError, "ended with exit code 1: no memory left"):
                self.engine().score("any")
        with mock.patch.dict(os.environ, STAND_IN_REFUSES="yes"):
            with self.assertRaisesRegex(guerdon.EngineError, "not today"):
                self.engine().score("any")

    def test_a_refused_request_is_an_exception_and_the_engine_goes_on(self) -> None:
        engine = self.engine()
        with self.assertRaisesRegex(guerdon.RequestError, "no reward 'unknown'") as caught:
            engine.score("unknown")
        self.assertEqual(caught.exception.error, "unknown_reward")
        with self.assertRaises(guerdon.RequestError):
            engine.score_many("unknown", [{}] * 1000)
        self.assertEqual(engine.score("any", value=2).reward, 2.0)

    def test_unscored_samples_are_none_raised_or_a_number(self) -> None:
        engine = self.engine()
        self.assertIsNone(engine.score("any", do="forget").reward)
        score = engine.score("any", do="forget", on_unscored=-1)
        self.assertEqual((score.reward, score.unscored and score.unscored.reason), (-1.0, "ERROR"))
        with self.assertRaises(guerdon.UnscoredError) as caught:
            engine.score_many("any", [{}, {"do": "forget"}, {"do": "forget"}], on_unscored="raise")
        self.assertEqual(caught.exception.index, 1)
        with self.assertRaisesRegex(ValueError, "'none', 'raise' or a number"):
            engine.score("any", on_unscored="zero")  # type: ignore[arg-type]

    def test_samples_that_are_no_json_are_unscored_one_by_one(self) -> None:
        class Array:
            def tolist(self) -> Any:
                return [1, 2]

        circle: Any = []
        circle.append(circle)
        rows: Any = [{"value": 1}, {"x": object()}, "text", {"x": circle}, {"x": Array(), "value": 5}, {"x": "\ud800", "value": 6}, None]
        scores = self.engine().score_many("any", rows)
        self.assertEqual([s.reward for s in scores], [1.0, None, None, None, 5.0, 6.0, None])
        self.assertEqual({s.unscored.reason for s in scores if s.unscored}, {"INVALID_INPUT"})

    def test_a_closed_engine_stays_closed(self) -> None:
        engine = self.engine()
        pid = engine.score("any").extras["pid"]
        engine.close()
        engine.close()
        self.assertFalse(alive(pid))
        with self.assertRaisesRegex(guerdon.EngineError, "closed"):
            engine.score("any")

    def test_rows_that_raise_leave_the_engine_usable(self) -> None:
        def rows() -> Any:
            yield from ({"value": i} for i in range(3000))
            raise KeyError("the data ends here")

        engine = self.engine()
        with self.assertRaises(KeyError):
            engine.score_many("any", rows())
        self.assertEqual(engine.score("any", value=2).reward, 2.0)


if __name__ == "__main__":
    unittest.main()
