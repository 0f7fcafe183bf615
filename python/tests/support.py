"""What the tests share: engines to test with, scripts to run, processes to watch."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Callable, Dict, List, Optional

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(os.path.dirname(HERE), "src")
LONG = 120.0
"""Seconds after which something that should happen is taken for something that never does. The machine may be busy."""

if "GUERDON_TEST_INSTALLED" not in os.environ:
    sys.path.insert(0, SOURCES)

STAND_IN = [sys.executable, "-I", "-S", os.path.join(HERE, "stand_in.py")]


def real_engine() -> Optional[List[str]]:
    """The command of the real engine; None for the one inside of an installed wheel."""
    if "GUERDON_TEST_INSTALLED" in os.environ:
        return None
    home, lib = os.environ.get("GUERDON_TEST_JAVA"), os.environ.get("GUERDON_TEST_LIB")
    if not home or not lib:
        raise unittest.SkipTest("there is no engine to test with: run ./dev test-python, which builds one")
    jars = sorted(os.path.join(lib, name) for name in os.listdir(lib) if name.endswith(".jar"))
    options = ["-Xlog:disable", "-Xlog:all=error:stderr", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Xmx512m", "-XX:+UseSerialGC"]
    return [os.path.join(home, "bin", "java"), *options, "-cp", os.pathsep.join(jars), "dev.guerdon.core.stdio.EngineMain"]


def script(code: str, *arguments: str, python: List[str] = [], environment: Dict[str, str] = {}, **options: object) -> "subprocess.Popen[str]":
    """Start a Python that runs the code, with the package to be tested."""
    variables = dict(os.environ, **environment)
    if "GUERDON_TEST_INSTALLED" not in os.environ:
        variables["PYTHONPATH"] = SOURCES
    given: Dict[str, object] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": variables}
    given.update(options)
    return subprocess.Popen([sys.executable, *python, "-c", code, *arguments], **given)  # type: ignore[call-overload, no-any-return]


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        with open("/proc/%d/stat" % pid, encoding="latin-1") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except ProcessLookupError:  # it ended after the file was opened
        return False
    except FileNotFoundError:
        return not os.path.isdir("/proc/self")


def stop(pid: int) -> None:
    """Stop a process with SIGSTOP, and wait until none of its threads runs: on a busy machine one may answer meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    tasks = "/proc/%d/task" % pid
    if os.path.isdir(tasks):
        assert eventually(lambda: all(_state(os.path.join(tasks, task, "stat")) == "T" for task in os.listdir(tasks))), "it does not stop"


def _state(path: str) -> str:
    try:
        with open(path, encoding="latin-1") as file:
            return file.read().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "T"  # a thread that has ended runs no more


def eventually(happened: Callable[[], bool], seconds: float = LONG) -> bool:
    """Whether it happens in time."""
    until = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def finish(self, process: "subprocess.Popen[str]") -> "tuple[int, str, str]":
        """Wait for a script's end; its exit code and what it printed."""
        try:
            out, err = process.communicate(timeout=LONG)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.fail("the script did not end; it printed %r and %r" % (out, err))
        return process.returncode, out, err
