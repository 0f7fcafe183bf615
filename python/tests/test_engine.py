"""The real engine: rewards, environments, rewards of one's own."""

import asyncio
import os
import pickle
import signal
import threading
import time
import unittest
from typing import Any
from unittest import mock

from support import LONG, Case, alive, eventually, real_engine, script, stop

import guerdon

engine: guerdon.Engine


def setUpModule() -> None:
    global engine
    engine = guerdon.Engine(real_engine())


def tearDownModule() -> None:
    engine.close()


class RewardsTest(Case):
    def test_math(self) -> None:
        score = engine.score("math_equal_reward", final_response=r"so it is \boxed{\frac{1}{2}}", answer="0.5")
        self.assertEqual((score.reward, score.unscored), (1.0, None))
        self.assertEqual(engine.score("math_equal_reward", final_response=r"\boxed{0.6}", answer="0.5").reward, 0.0)

    def test_extras(self) -> None:
        score = engine.score("qa_f1_reward", final_response="the Nile river", answer="Nile")
        self.assertAlmostEqual(score.extras["recall"], 1.0)
        self.assertEqual(score.reward, score.extras["f1"])

    def test_a_missing_field_is_unscored(self) -> None:
        score = engine.score("qa_f1_reward", final_response="the Nile")
        self.assertIsNone(score.reward)
        assert score.unscored is not None
        self.assertEqual(score.unscored.reason, "MISSING_FIELD")
        self.assertIn("answer", score.unscored.message)

    def test_an_unknown_reward_names_the_nearest(self) -> None:
        with self.assertRaisesRegex(guerdon.RequestError, "did you mean 'qa_f1_reward'"):
            engine.score("qa_f1_rewrd", final_response="x", answer="y")

    def test_many_in_order(self) -> None:
        rows = ({"final_response": "Lima" if i % 3 else "Rome", "answer": "Lima", "id": i} for i in range(5000))
        scores = engine.score_many("qa_f1_reward", rows)
        self.assertEqual([s.reward for s in scores], [1.0 if i % 3 else 0.0 for i in range(5000)])

    def test_none_and_few(self) -> None:
        self.assertEqual(engine.score_many("qa_f1_reward", []), [])
        self.assertEqual(len(engine.score_many("qa_f1_reward", [{}])), 1)

    def test_any_text_comes_back_whole(self) -> None:
        for text in ("naïve café", "\u2028 line", "😀", "\x00\x1f", "a\nb", "\ud83d", '"\\'):
            score = engine.score("qa_f1_reward", final_response=text + " x", answer=text + " x")
            self.assertEqual(score.reward, 1.0, repr(text))

    def test_large_samples(self) -> None:
        text = "word " * 400_000
        self.assertEqual(engine.score("qa_f1_reward", final_response=text, answer="Lima").reward, 0.0)

    def test_trajectories(self) -> None:
        messages = [{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "Lima"}]
        self.assertEqual(engine.score("qa_f1_reward", trajectory=messages, answer="Lima").reward, 1.0)

    def test_recipes(self) -> None:
        recipe = guerdon.recipe(["math_equal_reward", {"reward": "qa_f1_reward", "weight": 0.5}], clip=(0, 1.25))
        score = engine.score(recipe, final_response="42", answer="42")
        self.assertEqual(score.reward, 1.25)
        self.assertEqual(score.extras["qa_f1_reward"], 1.0)
        with self.assertRaisesRegex(guerdon.RequestError, "weight"):
            engine.score(guerdon.recipe([{"reward": "qa_f1_reward", "weight": "much"}]), final_response="x", answer="x")

    def test_descriptions(self) -> None:
        names = {info.name for info in engine.rewards()}
        self.assertLessEqual({"math_equal_reward", "qa_f1_reward"}, names)
        info = engine.reward("qa_f1_reward")
        self.assertIn("answer", [field.name for field in info.fields if field.required])
        self.assertTrue(info.summary)
        with self.assertRaises(guerdon.RequestError):
            engine.reward("no_such_reward")

    def test_coroutines(self) -> None:
        async def main() -> Any:
            return await asyncio.gather(*[engine.ascore("qa_f1_reward", final_response=str(i), answer=str(i % 7)) for i in range(1000)])

        self.assertEqual([s.reward for s in asyncio.run(main())], [1.0 if i < 7 else 0.0 for i in range(1000)])

    def test_threads(self) -> None:
        wrong = []

        def work(k: int) -> None:
            for i in range(100):
                if engine.score("qa_f1_reward", final_response=str(i), answer=str(k)).reward != (i == k):
                    wrong.append((i, k))

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LONG)
        self.assertEqual(wrong, [])


class OwnRewardsTest(Case):
    def test_a_reward_from_a_source(self) -> None:
        with open(self.path("Own.java"), "w") as file:
            file.write(
                "import dev.guerdon.api.Reward;\n"
                "public final class Own {\n"
                '    @Reward("own") public static double score(String finalResponse, String answer) throws Exception {\n'
                "        if (finalResponse.equals(\"for ever\")) { while (true) { Thread.onSpinWait(); } }\n"
                "        return finalResponse.contains(answer) ? 1 : 0;\n"
                "    }\n"
                "}\n"
            )
        own = guerdon.Engine(real_engine())
        self.addCleanup(own.close)
        if "GUERDON_TEST_INSTALLED" in os.environ:
            self.skipTest("a JDK may be missing")
        self.assertEqual(own.load(self.path("Own.java")), ["own"])
        self.assertEqual(own.score("own", final_response="in Lima", answer="Lima").reward, 1.0)
        late = own.score_many("own", [{"final_response": "for ever", "answer": "x"}, {"final_response": "x", "answer": "x"}], deadline=2)
        self.assertEqual(late[0].unscored and late[0].unscored.reason, "TIMEOUT")
        self.assertEqual(late[1].reward, 1.0)
        pid = own.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        self.assertEqual(own.score("own", final_response="in Lima", answer="Lima").reward, 1.0, "loaded rewards are gone after a restart")

    def test_files_that_are_not_there(self) -> None:
        with self.assertRaises(FileNotFoundError):
            engine.load(self.path("No.java"))


class FaultsTest(Case):
    def test_a_kill_in_the_middle_of_a_batch_loses_nothing(self) -> None:
        own = guerdon.Engine(real_engine())
        self.addCleanup(own.close)
        own.score("qa_f1_reward", final_response="Lima", answer="Lima")
        pid = own.pid
        assert pid is not None
        rows = ({"final_response": str(i), "answer": str(i), "n": kill(i)} for i in range(4000))

        def kill(i: int) -> int:
            if i == 2000:
                os.kill(pid, signal.SIGKILL)  # type: ignore[arg-type]
            return i

        self.assertEqual({s.reward for s in own.score_many("qa_f1_reward", rows)}, {1.0})
        self.assertNotEqual(own.pid, pid)

    def test_a_stopped_engine_is_replaced(self) -> None:
        own = guerdon.Engine(real_engine(), hang_after=8.0)
        self.addCleanup(own.close)
        own.score("qa_f1_reward", final_response="Lima", answer="Lima")
        pid = own.pid
        assert pid is not None
        stop(pid)
        self.assertEqual(own.score("qa_f1_reward", final_response="Lima", answer="Lima").reward, 1.0)
        self.assertTrue(eventually(lambda: not alive(pid)))

    def test_a_killed_parent_takes_its_engine_with_it_though_a_grandchild_lives(self) -> None:
        command = real_engine()
        code = (
            "import guerdon, os, signal, sys, time\n"
            "e = guerdon.Engine(%r)\n"
            "e.score('qa_f1_reward', final_response='Lima', answer='Lima')\n"
            "child = os.fork()\n"
            "if child == 0:\n    os.close(1)\n    time.sleep(600)\n"
            "print(e.pid, child, flush=True)\n"
            "os.kill(os.getpid(), signal.SIGKILL)\n" % (command,)
        )
        status, out, _ = self.finish(script(code, stderr=-3))
        self.assertEqual(status, -9)
        pid, child = map(int, out.split())
        try:
            self.assertTrue(eventually(lambda: not alive(pid)), "the engine is left")
            self.assertTrue(alive(child))
        finally:
            os.kill(child, signal.SIGKILL)


JUDGE = """
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Sample;

public final class KeyedJudge implements RewardFunction {
    private final String key = String.valueOf(System.getenv("JUDGE_API_KEY"));

    @Override
    public Object score(Sample sample) {
        if (sample.finalResponse().equals("tell")) {
            throw new IllegalStateException("refused with the key " + key + " and " + System.getenv("OTHER_API_KEY"));
        }
        return key.equals(sample.field("expected").asString()) ? 1 : 0;
    }
}
"""


class WorkerEnvironmentTest(Case):
    """Keys of rewards of the user's own: those that are named reach them, and nobody sees them."""

    KEY = "k3y-0123456789abcdef-of-the-judge"

    def setUp(self) -> None:
        super().setUp()
        self.path_of_judge = self.path("KeyedJudge.java")
        with open(self.path_of_judge, "w", encoding="utf-8") as file:
            file.write(JUDGE)
        variables = mock.patch.dict(os.environ, {"JUDGE_API_KEY": self.KEY, "OTHER_API_KEY": "an-other-k3y-fedcba9876543210"})
        variables.start()
        self.addCleanup(variables.stop)

    def engine(self, **options: Any) -> guerdon.Engine:
        made = guerdon.Engine(real_engine(), **options)
        self.addCleanup(made.close)
        return made

    def key_in(self, engine: guerdon.Engine) -> bool:
        return engine.score("keyed_judge", final_response="x", expected=self.KEY).reward == 1.0

    def test_only_named_variables_reach_a_loaded_reward(self) -> None:
        without = self.engine()
        without.load(self.path_of_judge)
        self.assertFalse(self.key_in(without))
        named = self.engine()
        named.load(self.path_of_judge, worker_env=["JUDGE_API_KEY"])
        self.assertTrue(self.key_in(named))
        always = self.engine(worker_env=["JUDGE_API_KEY"])
        always.load(self.path_of_judge)
        self.assertTrue(self.key_in(always))
        told = named.score("keyed_judge", final_response="tell", expected="").unscored
        assert told is not None
        self.assertIn("refused with the key", told.message)
        self.assertNotIn(self.KEY, told.message)
        self.assertNotIn("an-other-k3y", told.message)
        self.assertIn("null", told.message, "the variable that nobody named is not there")

    def test_a_new_engine_gives_them_again(self) -> None:
        engine = self.engine()
        engine.load(self.path_of_judge, worker_env=["JUDGE_API_KEY"])
        pid = engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        self.assertTrue(self.key_in(engine))
        again = pickle.loads(pickle.dumps(engine))
        self.addCleanup(again.close)
        self.assertTrue(self.key_in(again))

    def test_names_are_a_list(self) -> None:
        for wrong in ("JUDGE_API_KEY", [1], {1: 2}):
            with self.assertRaisesRegex(TypeError, "worker_env is a list of names"):
                guerdon.Engine(real_engine(), worker_env=wrong)  # type: ignore[arg-type]
        with self.assertRaisesRegex(guerdon.RequestError, "worker_env"):
            self.engine().ask({"do": "load", "sources": [self.path_of_judge], "worker_env": "JUDGE_API_KEY"})


class EnvironmentsTest(Case):
    def test_a_game(self) -> None:
        with engine.make("alfworld", n=3, seed=0) as games:
            observations, infos = games.reset(seed=5)
            self.assertEqual(len(observations), 3)
            self.assertIn("You", str(observations[0]))
            self.assertEqual(infos["seeds"], [5, 6, 7])
            for _ in range(2):
                actions = [choices[0] for choices in games.actions()]
                observations, rewards, terminated, truncated, infos = games.step(actions)
                self.assertEqual([len(x) for x in (observations, rewards, terminated, truncated)], [3, 3, 3, 3])
                self.assertEqual(terminated, [False] * 3)
            with self.assertRaisesRegex(ValueError, "expected 3 values"):
                games.step(["look"])
            with self.assertRaises(TypeError):
                games.step("look")
        with self.assertRaisesRegex(guerdon.EngineError, "closed"):
            games.reset()

    def test_the_same_seed_is_the_same_game(self) -> None:
        with engine.make("alfworld", n=2, seed=3) as one, engine.make("alfworld", n=2, seed=3) as other:
            self.assertEqual(one.reset()[0], other.reset()[0])
            self.assertEqual(one.step(["look"] * 2)[0], other.step(["look"] * 2)[0])

    def test_a_mask(self) -> None:
        with engine.make("alfworld", n=2, seed=3) as games:
            games.reset()
            observations, rewards, _, _, _ = games.step(["look", "look"], mask=[True, False])
            self.assertIsNotNone(observations[0])
            self.assertIsNone(observations[1])
            self.assertIsNone(rewards[1])

    def test_each_text_environment_opens(self) -> None:
        names = {told["name"] for told in engine.environments()}
        for name in ("alfworld", "webshop", "minilab"):
            self.assertIn(name, names)
            with engine.make(name, n=2, seed=1) as games:
                observations, _ = games.reset()
                self.assertTrue(all(observations), name)
                games.step(["look"] * 2)

    def test_an_unknown_environment_names_the_nearest(self) -> None:
        with self.assertRaisesRegex(guerdon.RequestError, "alfworld"):
            engine.make("alfwrld")

    def test_environments_of_an_engine_that_ended_are_lost(self) -> None:
        own = guerdon.Engine(real_engine())
        self.addCleanup(own.close)
        games = own.make("alfworld", n=2, seed=1)
        games.reset()
        pid = own.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        with self.assertRaisesRegex(guerdon.EngineError, "are lost, because .* make them again"):
            games.step(["look", "look"])
        games.close()
        with own.make("alfworld", n=1, seed=1) as again:
            again.reset()


if __name__ == "__main__":
    began = time.monotonic()
    unittest.main()
