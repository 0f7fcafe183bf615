"""guerdon.ray against the engine of this process, on the same samples, in one run and in turns. Run by ./dev bench ray.

A cluster of Ray is started on this machine, on loopback. On a machine with few cores, two actors have no more to work with than one: what is
measured there is what Ray costs. Look at the ratios: other programs disturb all alike.
"""

import asyncio
import os
import secrets
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Dict, List

os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0", RAY_AUTH_TOKEN=secrets.token_hex(32))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import ray  # noqa: E402
from wheel import math_pairs, qa_pairs  # noqa: E402

import guerdon  # noqa: E402
import guerdon.ray  # noqa: E402

TURNS = 5
ROWS = 20_000


def seconds(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


async def singles(scorer: Any, rows: List[Dict[str, str]]) -> None:
    await asyncio.gather(*[scorer.ascore("qa_f1_reward", row) for row in rows])


def main() -> None:
    folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")
    cores = os.cpu_count() or 1
    ray.init(address="local", num_cpus=max(3, cores), object_store_memory=80 << 20, include_dashboard=False, log_to_driver=False, _temp_dir=folder)
    print("%d cores, load %.1f, Ray %s, %d samples, the median of %d turns" % (cores, os.getloadavg()[0], ray.__version__, ROWS, TURNS))
    samples = {"qa_f1_reward": qa_pairs(ROWS), "math_equal_reward": (math_pairs() * 100)[:ROWS]}
    one, two = guerdon.ray.Pool(1), guerdon.ray.Pool(2)
    scorers: Dict[str, Any] = {"local engine": guerdon.engine(), "1 actor": one, "2 actors": two}
    try:
        for reward, rows in samples.items():
            expected = guerdon.score_many(reward, rows)
            for scorer in scorers.values():
                assert scorer.score_many(reward, rows) == expected
            taken: Dict[str, List[float]] = {name: [] for name in scorers}
            for _ in range(TURNS):
                for name, scorer in scorers.items():
                    taken[name].append(seconds(lambda: scorer.score_many(reward, rows)))
            local = statistics.median(taken["local engine"])
            for name, times in taken.items():
                middle = statistics.median(times)
                print("%-18s %-13s %8.0f samples a second, %4.2f of the local engine" % (reward, name, ROWS / middle, local / middle))
        rows = samples["qa_f1_reward"][:1000]
        for name, scorer in scorers.items():
            asyncio.run(singles(scorer, rows))
            middle = statistics.median(seconds(lambda: asyncio.run(singles(scorer, rows))) for _ in range(TURNS))
            print("1,000 coroutines   %-13s %8.0f single calls a second" % (name, len(rows) / middle))
            middle = statistics.median(seconds(lambda: scorer.score("qa_f1_reward", rows[0])) for _ in range(200))
            print("one call           %-13s %8.2f ms" % (name, middle * 1000))
        one.close()
        two.close()  # Ray Data needs their CPUs
        dataset = ray.data.from_items([{"completion": row["final_response"], "answer": row["answer"]} for row in samples["qa_f1_reward"]] * 5, override_num_blocks=16)
        for actors in (1, 2):
            taken_by = seconds(lambda: guerdon.ray.score(dataset, "qa_f1_reward", actors=actors).materialize())
            print("Ray Data, %d actors: %d rows in %.1f s, with the start of the actors" % (actors, ROWS * 5, taken_by))
        print("load at the end: %.1f" % os.getloadavg()[0])
    finally:
        one.close()
        two.close()
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
