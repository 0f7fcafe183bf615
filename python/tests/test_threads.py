"""Many threads, several event loops, exceptions between any two instructions."""

import asyncio
import random
import signal
import threading
import time
import unittest
from typing import Any, List

from support import LONG, STAND_IN, Case, eventually

import guerdon


class ThreadsTest(Case):
    def setUp(self) -> None:
        super().setUp()
        self.engine = guerdon.Engine(STAND_IN)
        self.addCleanup(self.engine.close)

    def run_in_threads(self, n: int, work: Any) -> None:
        failed: List[BaseException] = []

        def run(k: int) -> None:
            try:
                work(k)
            except BaseException as e:
                failed.append(e)

        threads = [threading.Thread(target=run, args=(k,), daemon=True) for k in range(n)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LONG)
            self.assertFalse(thread.is_alive(), "a thread hangs")
        if failed:
            raise failed[0]

    def test_each_of_many_threads_gets_its_own_answers(self) -> None:
        def work(k: int) -> None:
            for i in range(100):
                self.assertEqual(self.engine.score("any", value=k * 1000 + i).reward, k * 1000 + i)
            scores = self.engine.score_many("any", [{"value": k * 1000 + i} for i in range(700)])
            self.assertEqual([s.reward for s in scores], [k * 1000 + i for i in range(700)])

        self.run_in_threads(16, work)

    def test_all_threads_share_one_engine(self) -> None:
        pids = set()
        self.run_in_threads(8, lambda k: pids.add(self.engine.score("any").extras["pid"]))
        self.assertEqual(len(pids), 1)

    def test_closing_ends_the_calls_of_other_threads(self) -> None:
        self.engine.score("any")

        def work(k: int) -> None:
            if k == 0:
                connection = self.engine.connection()
                eventually(lambda: len(connection._pending) >= 3)
                self.engine.close()
            else:
                with self.assertRaises(guerdon.EngineError):
                    self.engine.score("any", do="hang")

        self.run_in_threads(4, work)

    def test_a_thousand_coroutines_at_once(self) -> None:
        async def main() -> List[guerdon.Score]:
            return await asyncio.gather(*[self.engine.ascore("any", value=i) for i in range(1000)])

        self.assertEqual([s.reward for s in asyncio.run(main())], [float(i) for i in range(1000)])

    def test_several_event_loops_and_threads_at_once(self) -> None:
        async def main(k: int) -> None:
            for _ in range(3):
                scores = await asyncio.gather(*[self.engine.ascore("any", value=k * 1000 + i) for i in range(60)])
                self.assertEqual([s.reward for s in scores], [k * 1000 + i for i in range(60)])
                many = await self.engine.ascore_many("any", [{"value": k + i} for i in range(500)])
                self.assertEqual([s.reward for s in many], [k + i for i in range(500)])

        def work(k: int) -> None:
            if k % 2:
                asyncio.run(main(k))
            else:
                for i in range(150):
                    self.assertEqual(self.engine.score("any", value=i).reward, i)

        self.run_in_threads(8, work)

    def test_the_event_loop_goes_on_while_the_engine_works(self) -> None:
        async def main() -> None:
            task = asyncio.ensure_future(self.engine.ascore("any", do="wait for", mark=self.path("mark")))
            await asyncio.sleep(0)
            open(self.path("mark"), "w").close()  # only a loop that goes on gets here
            self.assertEqual((await task).reward, 1.0)

        asyncio.run(main())

    def test_a_cancelled_coroutine_leaves_the_engine_usable(self) -> None:
        async def main() -> None:
            self.engine.score("any")
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(self.engine.ascore("any", do="wait for", mark=self.path("mark")), 0.2)
            open(self.path("mark"), "w").close()
            self.assertEqual((await self.engine.ascore("any", value=3)).reward, 3.0)

        asyncio.run(main())

    def test_coroutines_survive_the_end_of_the_engine(self) -> None:
        async def main() -> None:
            rows: Any = [{"value": i} for i in range(50)] + [{"do": "die once", "mark": self.path("mark"), "value": 50}]
            scores = await asyncio.gather(*[self.engine.ascore("any", row) for row in rows])
            self.assertEqual([s.reward for s in scores], [float(i) for i in range(51)])

        asyncio.run(main())

    def test_the_time_for_a_batch_ends_it_in_a_loop_too(self) -> None:
        async def main() -> None:
            scores = await self.engine.ascore_many("any", [{"value": 1}, {"do": "hang"}], timeout=3)
            self.assertEqual(scores[1].unscored and scores[1].unscored.reason, "TIMEOUT")

        asyncio.run(main())


class Boom(KeyboardInterrupt):
    pass


class InterruptsTest(Case):
    """KeyboardInterrupt comes from a signal handler, between any two instructions."""

    def setUp(self) -> None:
        super().setUp()
        self.engine = guerdon.Engine(STAND_IN)
        self.addCleanup(self.engine.close)

        def handle(*_: Any) -> None:
            raise Boom

        before = signal.signal(signal.SIGALRM, handle)
        self.addCleanup(signal.signal, signal.SIGALRM, before)

    def test_an_interrupt_during_a_call_leaves_the_engine_usable(self) -> None:
        pid = self.engine.score("any").extras["pid"]
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with self.assertRaises(Boom):
            self.engine.score("any", do="wait for", mark=self.path("mark"))
        open(self.path("mark"), "w").close()
        score = self.engine.score("any", value=5)
        self.assertEqual((score.reward, score.extras["pid"]), (5.0, pid))

    def test_an_interrupt_during_the_start_leaves_no_process(self) -> None:
        for wait in (0.001, 0.01, 0.03, 0.05):
            engine = guerdon.Engine(STAND_IN)
            try:
                signal.setitimer(signal.ITIMER_REAL, wait)
                engine.score("any", value=1)
            except Boom:
                pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            self.assertEqual(engine.score("any", value=2).reward, 2.0)
            engine.close()

    def test_thousands_of_interrupts_at_random_moments(self) -> None:
        engine = self.engine
        pid = engine.score("any").extras["pid"]
        chance = random.Random(7)
        until = time.monotonic() + 4
        calls = interrupted = 0
        while time.monotonic() < until:
            calls += 1
            try:
                try:
                    if calls % 2:
                        signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-5, 4e-4))
                        self.assertEqual(engine.score("any", value=calls).reward, calls)
                    else:
                        signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-5, 3e-3))
                        scores = engine.score_many("any", [{"value": calls + i} for i in range(50)])
                        self.assertEqual([s.reward for s in scores], [calls + i for i in range(50)])
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            except Boom:
                interrupted += 1
        self.assertGreater(interrupted, 10)
        scores = engine.score_many("any", [{"value": i} for i in range(1000)])
        self.assertEqual([s.reward for s in scores], [float(i) for i in range(1000)])
        self.assertEqual(scores[0].extras["pid"], pid, "the engine was replaced")

        def idle() -> bool:
            engine.score("any")
            return not connection._pending and not connection._outgoing

        connection = engine.connection()
        self.assertTrue(eventually(idle), "requests that nobody waits for are still there")


if __name__ == "__main__":
    unittest.main()
