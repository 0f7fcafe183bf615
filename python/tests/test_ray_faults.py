"""guerdon.ray when things go wrong: actors and engines that are killed or hang, machines without this package or with another version."""

import os
import shutil
import signal
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, List

import replay  # noqa: F401 # isort: skip; finds the package and an engine
from ray_cluster import needs_ray, start
from support import LONG, SOURCES, STAND_IN, Case, alive, eventually, stop

import guerdon
import guerdon.ray


@needs_ray
class Faults(Case):
    ray: Any = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.ray = start()

    def pool(self, actors: int = 1, **options: Any) -> guerdon.ray.Pool:
        """A pool whose engines do what a sample says, and start fast."""
        pool = guerdon.ray.Pool(actors, num_cpus=0.1, command=STAND_IN, **options)
        self.addCleanup(pool.close)
        return pool

    def rewards(self, scores: List[guerdon.Score]) -> List[Any]:
        return [score.reward if score.unscored is None else score.unscored.reason for score in scores]

    def in_flight(self, pool: guerdon.ray.Pool, which: int = 0) -> Any:
        """The actor, when it works on something."""
        self.assertTrue(eventually(lambda: pool.stats()["actors"][which]["in_flight"] > 0))
        return pool.stats()["actors"][which]

    def test_killed_actor_costs_a_retry_which_is_told(self) -> None:
        pool = self.pool()
        rows: List[Any] = [{"value": i} for i in range(1000)]
        rows[500] = {"value": 500, "do": "wait for", "mark": self.path("go")}
        with ThreadPoolExecutor() as threads, self.assertLogs("guerdon.ray", "WARNING") as logs:
            scores = threads.submit(pool.score_many, "any", rows)
            actor = self.in_flight(pool)
            self.assertTrue(eventually(lambda: alive(actor["engine"])))
            os.kill(actor["pid"], signal.SIGKILL)
            open(self.path("go"), "w").close()
            self.assertEqual(self.rewards(scores.result(LONG)), [float(i) for i in range(1000)])
        stats = pool.stats()
        self.assertEqual(stats["restarts"], 1)
        self.assertGreater(stats["retried"], 0)
        self.assertNotEqual(stats["actors"][0]["pid"], actor["pid"])
        self.assertRegex("\n".join(logs.output), "actor 1 of 1 was lost.*\n.*samples were in flight, and are scored again")
        self.assertTrue(eventually(lambda: not alive(actor["engine"])), "the engine outlived its actor")

    def test_killed_engine_is_replaced_by_its_actor(self) -> None:
        pool = self.pool()
        rows: List[Any] = [{"value": i} for i in range(100)]
        rows[50] = {"value": 50, "do": "wait for", "mark": self.path("go")}
        with ThreadPoolExecutor() as threads:
            scores = threads.submit(pool.score_many, "any", rows)
            actor = self.in_flight(pool)
            os.kill(actor["engine"], signal.SIGKILL)
            open(self.path("go"), "w").close()
            self.assertEqual(self.rewards(scores.result(LONG)), [float(i) for i in range(100)])
        self.assertEqual(pool.stats()["restarts"], 0)
        self.assertNotEqual(pool.score("any").extras["pid"], actor["engine"])

    def test_sample_that_ends_engines_is_unscored_and_costs_no_other(self) -> None:
        pool = self.pool(2)
        rows: List[Any] = [{"value": i} for i in range(30)]
        rows[11] = {"do": "die"}
        self.assertEqual(self.rewards(pool.score_many("any", rows)), [float(i) if i != 11 else "RESOURCE" for i in range(30)])
        self.assertEqual(pool.stats()["restarts"], 0)

    def test_sample_that_ends_actors_is_unscored_and_costs_no_other(self) -> None:
        pool = self.pool()
        rows: List[Any] = [{"value": i} for i in range(12)]
        rows[5] = {"do": "kill parent"}
        with self.assertLogs("guerdon.ray", "WARNING"):
            scores = pool.score_many("any", rows)
        self.assertEqual(self.rewards(scores), [float(i) if i != 5 else "RESOURCE" for i in range(12)])
        self.assertRegex(scores[5].unscored and scores[5].unscored.message or "", "lost with this sample in flight, 3 times")
        self.assertEqual(pool.stats()["restarts"], 3)

    def test_no_retries_where_none_are_wanted(self) -> None:
        pool = self.pool(retries=0)
        with self.assertLogs("guerdon.ray", "WARNING"):
            self.assertEqual(self.rewards([pool.score("any", do="kill parent")]), ["RESOURCE"])
        self.assertEqual((pool.stats()["retried"], pool.score("any", value=2).reward), (0, 2.0))

    def test_actor_that_hangs_is_started_again(self) -> None:
        pool = self.pool(hang_after=20)  # within which the new actor has to answer, too, on a busy machine
        pool.score("any")
        (actor,) = pool.stats()["actors"]
        stop(actor["pid"])
        with self.assertLogs("guerdon.ray", "WARNING") as logs:
            self.assertEqual(pool.score("any", value=3).reward, 3.0)
        self.assertIn("no sign of life", "\n".join(logs.output))
        self.assertTrue(eventually(lambda: not alive(actor["pid"])), "the actor that hung is left")

    def test_interrupted_call_frees_its_places(self) -> None:
        pool = self.pool(max_concurrency=2)
        mark = self.path("go")
        late = pool.score_many("any", [{"do": "wait for", "mark": mark}] * 8, timeout=1)
        self.assertEqual(self.rewards(late), ["TIMEOUT"] * 8)
        open(mark, "w").close()
        self.assertEqual(pool.score("any", value=4).reward, 4.0)
        self.assertTrue(eventually(lambda: pool.stats()["actors"][0]["in_flight"] == 0))

    def test_actor_that_ray_was_told_to_kill_is_gone_for_good(self) -> None:
        pool = self.pool(2)
        pool.score_many("any", [{}] * 50)
        first = pool._handles[0]
        self.ray.kill(first)
        with self.assertLogs("guerdon.ray", "WARNING"):
            self.assertEqual(self.rewards(pool.score_many("any", [{"value": 1}] * 500)), [1.0] * 500)
            self.assertTrue(eventually(lambda: pool.stats()["actors"][0]["problem"] is not None))
            self.ray.kill(pool._handles[1])
            with self.assertRaisesRegex(guerdon.EngineError, "gone"):
                for _ in range(100):
                    pool.score("any", on_unscored="raise")
                    time.sleep(0.1)

    def test_cluster_without_room_is_told(self) -> None:
        with guerdon.ray.Pool(1, num_cpus=1000, start_timeout=2) as pool, self.assertRaisesRegex(guerdon.EngineError, "num_cpus=1000"):
            pool.score("any")

    def test_engine_that_does_not_start_is_told(self) -> None:
        with guerdon.ray.Pool(1, num_cpus=0.1, command=["/no/such/program"]) as pool, self.assertRaisesRegex(guerdon.EngineError, "/no/such/program"):
            pool.score("any")

    def test_actor_with_another_version_says_which(self) -> None:
        package = os.path.join(self.path("other"), "guerdon")
        shutil.copytree(os.path.join(SOURCES, "guerdon"), package)
        with open(os.path.join(package, "_version.py"), "w") as file:
            file.write('__version__ = "9.9.9"\n')
        self.refused(self.path("other"), "driver has guerdon %s, and the machine of this actor, .*, has 9.9.9;" % guerdon.__version__)
        os.remove(os.path.join(package, "_ray_host.py"))
        self.refused(self.path("other"), "has 9.9.9, without guerdon.ray")

    def test_actor_without_the_package_says_what_to_install(self) -> None:
        package = os.path.join(self.path("none"), "guerdon.py")
        os.mkdir(self.path("none"))
        with open(package, "w") as file:
            file.write("raise ImportError('No module named guerdon')\n")
        self.refused(self.path("none"), r"the machine of this actor, .*, has no guerdon.*runtime_env=\{'pip': \['guerdon==%s'\]\}" % guerdon.__version__)

    def refused(self, folder: str, message: str) -> None:
        environment = {"env_vars": {"PYTHONPATH": folder}}
        with guerdon.ray.Pool(1, num_cpus=0.1, runtime_env=environment) as pool, self.assertRaisesRegex(guerdon.EngineError, message):
            pool.score("any")


if __name__ == "__main__":
    unittest.main()
