"""Forks, pools, kills and ends of processes."""

import gc
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from typing import Any, List
from unittest import mock

from support import LONG, STAND_IN, Case, alive, eventually, script

import guerdon

ENGINE = {"GUERDON_ENGINE": " ".join("'%s'" % part for part in STAND_IN)}


def score_in_worker(value: int) -> "tuple[float | None, int, int]":
    score = guerdon.score("any", value=value)
    return score.reward, score.extras["pid"], os.getpid()


def interruptible() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class ProcessesTest(Case):
    def setUp(self) -> None:
        super().setUp()
        guerdon.close()  # other tests may have left one that runs
        variables = mock.patch.dict(os.environ, ENGINE)
        variables.start()
        self.addCleanup(variables.stop)
        self.addCleanup(guerdon.close)

    def in_child(self, work: Any) -> Any:
        """What the work returns in a forked child."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.write(writing, json.dumps(work()).encode())
                code = 0
            finally:
                os._exit(code)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            told = pipe.read()
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        return json.loads(told)

    def test_a_forked_child_has_an_engine_of_its_own(self) -> None:
        ours = guerdon.score("any").extras["pid"]
        theirs = self.in_child(lambda: [guerdon.score("any", value=4).reward, guerdon.score("any").extras["pid"]])
        self.assertEqual(theirs[0], 4.0)
        self.assertNotEqual(theirs[1], ours)
        self.assertEqual(guerdon.score("any").extras["pid"], ours, "the fork cost the parent its engine")
        self.assertTrue(eventually(lambda: not alive(theirs[1])), "the child's engine outlived it")

    def test_a_fork_while_other_threads_score(self) -> None:
        stop = threading.Event()
        wrong: List[Any] = []

        def work() -> None:
            while not stop.is_set():
                if guerdon.score("any", value=3).reward != 3.0:
                    wrong.append("wrong")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            for i in range(5):
                self.assertEqual(self.in_child(lambda: guerdon.score("any", value=i).reward), i)
        finally:
            stop.set()
            for thread in threads:
                thread.join(LONG)
        self.assertEqual(wrong, [])

    def test_an_engine_object_works_in_a_forked_child_and_its_environments_do_not(self) -> None:
        with guerdon.Engine(STAND_IN) as engine:
            ours = engine.score("any").extras["pid"]
            self.assertNotEqual(self.in_child(lambda: engine.score("any").extras["pid"]), ours)

    def test_pools_of_each_kind(self) -> None:
        guerdon.score("any")
        for kind in ("fork", "spawn", "forkserver"):
            with multiprocessing.get_context(kind).Pool(2) as pool:
                answers = pool.map(score_in_worker, range(20), chunksize=5)
                pool.close()
                pool.join()
            self.assertEqual([reward for reward, _, _ in answers], [float(i) for i in range(20)], kind)
            engines = {worker: engine for _, engine, worker in answers}
            self.assertEqual(len(set(engines.values())), len(engines), kind)
            for engine in engines.values():
                self.assertTrue(eventually(lambda: not alive(engine)), "an engine outlived its worker (%s)" % kind)

    def test_an_engine_can_be_sent_to_another_process(self) -> None:
        import pickle

        with guerdon.Engine(STAND_IN, hang_after=7) as engine, pickle.loads(pickle.dumps(engine)) as other:
            self.assertNotEqual(engine.score("any").extras["pid"], other.score("any").extras["pid"])
            self.assertEqual(pickle.loads(pickle.dumps(engine.score("any", value=2))).reward, 2.0)


class EndsTest(Case):
    """A script uses the package, and ends in some way: nothing is left, and nothing is printed."""

    SCORE = "import guerdon, os, sys, time, threading, signal\nscore = guerdon.score('any', value=3)\nengine = score.extras['pid']\n"

    def ends(self, code: str, expected: int = 0, output: str = "", **options: Any) -> None:
        """Run the script, which writes its engine's id to a file."""
        note = self.path("engine")
        noted = self.SCORE + "with open(%r, 'w') as file: file.write(str(engine))\n" % note
        process = script(noted + code, environment=ENGINE, **options)
        status, out, err = self.finish(process)
        self.assertEqual((status, out, err), (expected, output, ""))
        with open(note) as file:
            engine = int(file.read())
        self.assertTrue(eventually(lambda: not alive(engine)), "the engine is left")

    def test_the_end_of_the_program_is_the_end_of_the_engine(self) -> None:
        self.ends("print(score.reward)", output="3.0\n")

    def test_nothing_warns(self) -> None:
        self.ends("guerdon.close()", python=["-X", "dev", "-W", "error"])
        self.ends("", python=["-X", "dev", "-W", "error"])

    def test_an_exit_code_stays(self) -> None:
        self.ends("sys.exit(7)", expected=7)

    def test_a_hard_exit(self) -> None:
        self.ends("os._exit(5)", expected=5)

    def test_kill(self) -> None:
        self.ends("os.kill(os.getpid(), signal.SIGKILL)", expected=-9)

    def test_terminate(self) -> None:
        self.ends("os.kill(os.getpid(), signal.SIGTERM)", expected=-15)

    def test_threads_that_still_score(self) -> None:
        self.ends(
            "def work():\n"
            "    while True:\n"
            "        try: guerdon.score('any')\n"
            "        except guerdon.EngineError: return\n"
            "for _ in range(4): threading.Thread(target=work, daemon=True).start()\n"
        )

    def test_a_loop_that_still_waits(self) -> None:
        self.ends(
            "import asyncio\n"
            "async def main():\n"
            "    asyncio.ensure_future(guerdon.ascore('any', do='hang'))\n"
            "    await asyncio.sleep(0.1)\n"
            "asyncio.run(main())\n"
        )

    def test_without_standard_streams(self) -> None:
        self.ends("sys.stdout.close()\nassert guerdon.score('any', value=2).reward == 2.0\n")
        note = self.path("result")
        code = (
            "import os\nos.close(0); os.close(1); os.close(2)\nimport sys\nsys.stdout = sys.stderr = sys.stdin = None\n"
            "import guerdon\nwith open(%r, 'w') as f: f.write(str(guerdon.score('any', value=2).reward))\n" % note
        )
        status, out, err = self.finish(script(code, environment=ENGINE))
        self.assertEqual((status, out, err), (0, "", ""))
        with open(note) as file:
            self.assertEqual(file.read(), "2.0")

    def test_signals_that_others_set(self) -> None:
        self.ends(
            "for name in ('SIGPIPE', 'SIGCHLD'): signal.signal(getattr(signal, name), signal.SIG_DFL)\n"
            "os.kill(engine, 9)\n"
            "assert guerdon.score('any', value=2).reward == 2.0\n"
            "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
            "assert guerdon.score('any', do='die').reward is None\n"
            "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
            "guerdon.close()\n"
            "assert guerdon.score('any', value=2).reward == 2.0\n"
        )

    def test_control_c(self) -> None:
        note = self.path("engine")
        code = self.SCORE + "with open(%r + '.new', 'w') as file: file.write(str(engine))\nos.rename(%r + '.new', %r)\n" % (note, note, note)
        code += "try:\n    guerdon.score('any', do='hang')\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
        # A suite that was started in the background passes on that it ignores interrupts.
        process = script(code, environment=ENGINE, start_new_session=True, preexec_fn=interruptible)
        self.assertTrue(eventually(lambda: os.path.exists(note)))
        time.sleep(0.2)  # any moment will do; most likely it waits by now
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the whole group
        status, out, err = self.finish(process)
        if status == 0:
            self.assertEqual((out, err), ("interrupted\n", ""))
        with open(note) as file:
            engine = int(file.read())
        self.assertTrue(eventually(lambda: not alive(engine)), "the engine is left")

    def test_an_engine_that_nobody_knows_any_more_ends(self) -> None:
        engine = guerdon.Engine(STAND_IN)
        pid = engine.score("any").extras["pid"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            del engine
            gc.collect()
        self.assertTrue(eventually(lambda: not alive(pid)), "the engine is left")

    def test_a_killed_parent_though_a_grandchild_lives(self) -> None:
        note = self.path("pids")
        code = self.SCORE + (
            "child = os.fork()\n"
            "if child == 0:\n"
            "    time.sleep(600)\n"
            "with open(%r, 'w') as file: file.write('%%d %%d' %% (engine, child))\n"
            "os.kill(os.getpid(), signal.SIGKILL)\n" % note
        )
        process = script(code, environment=ENGINE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertEqual(process.wait(LONG), -9)
        with open(note) as file:
            engine, child = map(int, file.read().split())
        try:
            self.assertTrue(alive(child))
            self.assertTrue(eventually(lambda: not alive(engine)), "the engine is left")
        finally:
            os.kill(child, signal.SIGKILL)


class ImportTest(Case):
    def test_importing_starts_nothing_and_loads_little(self) -> None:
        code = (
            "import sys; before = set(sys.modules); import guerdon; import threading\n"
            "heavy = {'asyncio', 'subprocess', 'socket', 'json', 'dataclasses', 'inspect', 'logging', 'gymnasium', 'numpy'}\n"
            "print(sorted(heavy & (set(sys.modules) - before)), threading.active_count())"
        )
        status, out, err = self.finish(script(code))
        self.assertEqual((status, out, err), (0, "[] 1\n", ""))


if __name__ == "__main__":
    if sys.platform == "win32":
        sys.exit("these tests need POSIX")
    unittest.main()
