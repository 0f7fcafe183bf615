"""guerdon.ray: a pool of actors. What needs no Ray is tried everywhere, the rest in a real cluster where Ray is installed."""

import asyncio
import gc
import os
import signal
import threading
import time
import unittest
from typing import Any, Dict, List

import replay  # noqa: F401 # isort: skip; finds the package and an engine
from ray_cluster import VARIABLES, folder, needs_ray, start
from support import HERE, LONG, Case, alive, eventually, script

import guerdon
import guerdon.ray
from guerdon._places import Places
from guerdon._ray_calls import Call
from guerdon._ray_host import EngineHost, engine_settings, read_files, version_problem

ROWS: List[Dict[str, Any]] = [{"final_response": "it is %d" % i, "answer": str(i % 7)} for i in range(10_000)]

REWARDS = """import dev.guerdon.api.Reward;

public final class Odd {
    @Reward("odd_one")
    public static double score(String finalResponse) throws Exception {
        if (finalResponse.equals("throw")) throw new IllegalStateException("no such thing");
        if (finalResponse.equals("loop")) while (true) Thread.onSpinWait();
        return finalResponse.length();
    }
}
"""


class WithoutRay(Case):
    def test_importing_it_imports_no_ray_and_without_ray_it_says_what_to_install(self) -> None:
        code = (
            "import sys, guerdon, guerdon.ray\n"
            "assert not {'ray', 'pyarrow', 'pandas', 'numpy'} & set(sys.modules), sys.modules\n"
            "sys.modules['ray'] = None\n"
            "for call in (guerdon.ray.Pool, lambda: guerdon.ray.score(None, 'x')):\n"
            "    try: call()\n"
            "    except ImportError as e: print(e)\n"
        )
        status, out, err = self.finish(script(code))
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out.count("pip install 'ray[data]'"), 2)

    def test_wrong_arguments_are_named_before_anything_starts(self) -> None:
        for wrong in ({"actors": 0}, {"actors": True}, {"retries": -1}, {"max_concurrency": 0}):
            with self.assertRaisesRegex(ValueError, next(iter(wrong))):
                guerdon.ray.Pool(**wrong)
        with self.assertRaisesRegex(TypeError, "list of files"):
            guerdon.ray.Pool(load="Odd.java")
        with self.assertRaisesRegex(FileNotFoundError, "None.java"):
            guerdon.ray.Pool(load=["None.java"])
        with self.assertRaisesRegex(ValueError, ".java and .jar"):
            guerdon.ray.Pool(load=["odd.py"])

    def test_other_version_is_told_with_both_and_what_to_do(self) -> None:
        self.assertIsNone(version_problem(guerdon.__version__))
        self.assertRegex(str(version_problem("9.9")), "driver has guerdon 9.9.*actor, .*, has %s.*'guerdon==9.9'" % guerdon.__version__)

    def test_engine_has_its_share_of_the_cores_unless_told_otherwise(self) -> None:
        for cpus, count in ((0, 1), (0.5, 1), (1, 1), (1.5, 2), (4, 4)):
            settings = engine_settings(None, None, ["-XX:ActiveProcessorCount=9"], 30, cpus, ())
            self.assertEqual(settings.java_options, ["-XX:ActiveProcessorCount=%d" % count, "-XX:ActiveProcessorCount=9"])

    def test_host_scores_lines_and_loads_files_once(self) -> None:
        source = self.path("Odd.java")
        with open(source, "w") as file:
            file.write(REWARDS)
        host = EngineHost(engine_settings(None, None, (), 30, 1, ()), True)
        files = read_files([source])

        async def use() -> None:
            self.assertEqual(await host.ready(), ("files",))
            first, second = await asyncio.gather(host.ready(files), host.ready(files))
            self.assertEqual(await host.ready(), first)
            self.assertEqual((first[0], first), ("ready", second))
            told = await host.score("odd_one", 60.0, b'{"final_response":"four"}\n{"final_response":"throw"}\n{}')
            self.assertEqual([(score[0], score[2] and score[2][0]) for score in told[1]], [(4.0, None), (None, "ERROR"), (None, "MISSING_FIELD")])
            self.assertEqual((await host.score("odd_three", None, b"{}"))[:2], ("request", "unknown_reward"))

        try:
            asyncio.run(use())
        finally:
            host.close()

    def test_few_samples_are_spread_and_many_are_not_read_ahead(self) -> None:
        few = Call("any", ROWS[:40], None, None, 4, 16)
        chunks = []
        while True:
            chunk = few.next_chunk()
            if chunk is None:
                break
            few.flight[len(chunks)] = chunk
            chunks.append(chunk)
        self.assertEqual([len(chunk.lines) for chunk in chunks], [3] * 13 + [1])
        self.assertEqual([chunk.first for chunk in chunks], list(range(0, 40, 3)))
        read: List[int] = []

        def endless() -> Any:
            while True:
                read.append(1)
                yield {"final_response": "x"}

        many = Call("any", endless(), None, None, 2, 2)
        while True:
            chunk = many.next_chunk()
            if chunk is None:
                break
            many.flight[len(many.flight)] = chunk
        self.assertLessEqual(len(read), 5 * 256)

    def test_places_go_round_and_one_that_wants_to_be_alone_is_not_forgotten(self) -> None:
        async def use() -> None:
            places: Places[str] = Places(2)
            places.open("a")
            order: List[str] = []

            async def work(call: str, alone: bool = False) -> None:
                member = await places.take(call, alone)
                order.append(call)
                await asyncio.sleep(0)
                if alone:
                    self.assertEqual(places.used(member), 2)
                places.give(member, alone)

            tasks = [asyncio.ensure_future(work(call)) for call in ["big"] * 20 + ["small", "other"]]
            tasks.append(asyncio.ensure_future(work("alone", True)))
            given_up = asyncio.ensure_future(work("given up", True))
            await asyncio.sleep(0)
            given_up.cancel()
            await asyncio.gather(*tasks)
            self.assertLess(order.index("small"), 6)
            self.assertLess(order.index("alone"), 12)
            self.assertEqual((len(order), places.used("a")), (23, 0))
            held = await places.take("x", True)
            waits = asyncio.ensure_future(places.take("y"))
            await asyncio.sleep(0)
            places.shut("a")
            places.open("b")
            self.assertEqual(await waits, "b")
            places.give(held, True)  # of a member that is gone
            self.assertEqual((places.used("b"), places.members), (1, 1))

        asyncio.run(use())


@needs_ray
class InCluster(Case):
    ray: Any = None
    pool: guerdon.ray.Pool

    @classmethod
    def setUpClass(cls) -> None:
        cls.ray = start()
        cls.pool = guerdon.ray.Pool(2, num_cpus=0.5)
        cls.addClassCleanup(cls.pool.close)

    def engines(self) -> List[Any]:
        return [one["engine"] for one in self.pool.stats()["actors"]]

    def test_ten_thousand_samples_come_back_in_order_from_one_engine_for_each_actor(self) -> None:
        local = guerdon.score_many("qa_f1_reward", ROWS)
        self.assertTrue(eventually(lambda: None not in self.engines()))
        before = self.engines()
        self.assertEqual(self.pool.score_many("qa_f1_reward", ROWS), local)
        self.assertEqual(self.pool.score_many("qa_f1_reward", iter(ROWS)), local)
        self.assertEqual(asyncio.run(self.pool.ascore_many("qa_f1_reward", ROWS)), local)
        after = self.pool.stats()
        self.assertEqual((self.engines(), len(set(before))), (before, 2))
        self.assertEqual((after["restarts"], after["retried"]), (0, 0))
        self.assertEqual(self.pool.score_many("qa_f1_reward", []), [])

    def test_unscored_stays_unscored(self) -> None:
        rows: List[Any] = [ROWS[0], {"final_response": "x"}, "no mapping", {"final_response": b"bytes"}, ROWS[7]]
        scores = self.pool.score_many("qa_f1_reward", rows)
        self.assertEqual([score.reward for score in scores], [guerdon.score("qa_f1_reward", ROWS[0]).reward, None, None, None, scores[4].reward])
        self.assertEqual([score.unscored and score.unscored.reason for score in scores], [None, "MISSING_FIELD", "INVALID_INPUT", "INVALID_INPUT", None])
        self.assertEqual(self.pool.score("qa_f1_reward", final_response="x", on_unscored=-1).reward, -1.0)
        with self.assertRaises(guerdon.UnscoredError) as raised:
            self.pool.score_many("qa_f1_reward", rows, on_unscored="raise")
        self.assertEqual(raised.exception.index, 1)
        with self.assertRaisesRegex(guerdon.RequestError, "did you mean 'qa_f1_reward'"):
            self.pool.score("qa_f1_rewards", ROWS[0])
        with self.assertRaisesRegex(ValueError, "deadline"):
            self.pool.score("qa_f1_reward", ROWS[0], deadline=0)

    def test_it_describes_rewards(self) -> None:
        self.assertEqual(self.pool.reward("qa_f1_reward"), guerdon.reward("qa_f1_reward"))
        self.assertEqual(len(self.pool.rewards()), len(guerdon.rewards()))

    def test_loaded_reward_that_fails_or_loops_costs_only_itself(self) -> None:
        source = self.path("Odd.java")
        with open(source, "w") as file:
            file.write(REWARDS)
        with guerdon.ray.Pool(1, num_cpus=0.5, load=[source]) as pool:
            rows = [{"final_response": text} for text in ("one", "throw", "loop", "three")]
            scores = pool.score_many("odd_one", rows, deadline=3)
            self.assertEqual([score.reward for score in scores], [3.0, None, None, 5.0])
            assert scores[1].unscored is not None and scores[2].unscored is not None
            self.assertEqual((scores[1].unscored.reason, scores[2].unscored.reason), ("ERROR", "TIMEOUT"))
            self.assertIn("no such thing", scores[1].unscored.message)
            begun = time.monotonic()
            late = pool.score_many("odd_one", [{"final_response": "loop"}, {"final_response": "four"}], deadline=300, timeout=2)
            self.assertEqual(late[0].unscored and late[0].unscored.reason, "TIMEOUT")
            self.assertLess(time.monotonic() - begun, 60)
            os.remove(source)  # the pool has a copy
            with self.assertLogs("guerdon.ray", "WARNING"):
                os.kill(pool.stats()["actors"][0]["pid"], signal.SIGKILL)
                self.assertEqual(pool.score("odd_one", final_response="four").reward, 4.0)
        with open(source, "w") as file:
            file.write("public final class Odd { nonsense }")
        with guerdon.ray.Pool(1, num_cpus=0.5, load=[source]) as pool, self.assertRaisesRegex(guerdon.RequestError, "Odd.java"):
            pool.score("odd_one", final_response="four")

    def test_a_small_call_does_not_wait_for_a_large_one(self) -> None:
        done: List[str] = []

        async def use() -> None:
            async def call(name: str, rows: Any) -> None:
                await self.pool.ascore_many("qa_f1_reward", rows)
                done.append(name)

            await asyncio.gather(call("large", ROWS * 4), *[call("small", [row]) for row in ROWS[:100]])

        asyncio.run(use())
        self.assertEqual(done[-1], "large")

    def test_tasks_and_actors_use_the_same_engines(self) -> None:
        ray = self.ray

        @ray.remote(num_cpus=0.1)
        def task(pool: Any) -> Any:
            with pool:  # closing what another process owns ends nothing
                return [score.reward for score in pool.score_many("qa_f1_reward", [{"final_response": "7", "answer": "7"}] * 300)], pool.stats()

        @ray.remote(num_cpus=0.1)
        class Trainer:
            def __init__(self, pool: Any) -> None:
                self.pool = pool

            async def step(self) -> Any:
                scores = await asyncio.gather(*[self.pool.ascore("qa_f1_reward", final_response="7", answer=str(i)) for i in range(8)])
                return [score.reward for score in scores]

        trainer = Trainer.remote(self.pool)
        found = ray.get([task.remote(self.pool), task.remote(self.pool), trainer.step.remote()], timeout=LONG)
        self.assertEqual(found[0][0], [1.0] * 300)
        self.assertEqual(found[2], [0.0] * 7 + [1.0])
        self.assertTrue(eventually(lambda: None not in self.engines()))
        for _, stats in found[:2]:
            self.assertLessEqual({one["engine"] for one in stats["actors"]} - {None}, set(self.engines()))
        ray.kill(trainer)

    def test_closing_leaves_no_process(self) -> None:
        pool = guerdon.ray.Pool(1, num_cpus=0.5)
        pool.score("qa_f1_reward", ROWS[0])
        (actor,) = pool.stats()["actors"]
        failed: List[BaseException] = []

        def work() -> None:
            try:
                while True:
                    pool.score_many("qa_f1_reward", ROWS)
            except BaseException as e:
                failed.append(e)

        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(0.2)  # any moment will do
        pool.close()
        pool.close()
        thread.join(LONG)
        self.assertEqual([type(e) for e in failed], [guerdon.EngineError])
        with self.assertRaisesRegex(guerdon.EngineError, "closed"):
            pool.score("qa_f1_reward", ROWS[0])
        for pid in (actor["pid"], actor["engine"]):
            self.assertTrue(eventually(lambda: not alive(pid)), "a process is left")

    def test_pool_that_nobody_knows_any_more_ends(self) -> None:
        pool = guerdon.ray.Pool(1, num_cpus=0.5)
        pool.score("qa_f1_reward", ROWS[0])
        (actor,) = pool.stats()["actors"]
        del pool
        gc.collect()
        self.assertTrue(eventually(lambda: not alive(actor["engine"])), "the engine is left")

    def test_program_that_ends_leaves_no_engine(self) -> None:
        for end in ("", "os.kill(os.getpid(), 9)"):
            code = (
                "import os, sys\n"
                "sys.path.insert(0, sys.argv[1])\n"
                "import ray_cluster, guerdon.ray\n"
                "ray_cluster.start(sys.argv[2])\n"
                "pool = guerdon.ray.Pool(1)\n"
                "pool.score('qa_f1_reward', final_response='a', answer='a')\n"
                "print(pool.stats()['actors'][0]['engine'], flush=True)\n"
            )
            status, out, err = self.finish(script(code + end, HERE, folder(), environment=VARIABLES))
            self.assertEqual(status, -9 if end else 0, err)
            engine = int(out)
            self.assertTrue(eventually(lambda: not alive(engine)), "the engine is left")


if __name__ == "__main__":
    unittest.main()
