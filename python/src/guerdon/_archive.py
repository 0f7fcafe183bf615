"""The archive of loaded classes, from which the JVM starts faster.

One fits a single JVM, and jars in a single place, so it is made on the user's machine: in the background, once, at a low priority, when an
engine has run for a while without one. Where the cache folder cannot be written, everything works without.
"""

import os
import sys
import zlib
from threading import Event, Thread
from time import time
from typing import TYPE_CHECKING, List, Optional

from ._java import Java
from ._version import __version__

if TYPE_CHECKING:
    from ._engine import Engine

_WAIT = 3.0
_DAYS = 90


class Archive:
    """One archive: where it is or would be."""

    def __init__(self, java: Java, jar: str, options: List[str], path: str) -> None:
        self._java = java
        self._jar = jar
        self._options = options
        self.path = path
        self.recording: "Optional[Engine]" = None

    def use(self) -> List[str]:
        """The options that make the JVM use it; none where it is not there."""
        try:
            if os.stat(self.path).st_size > 0:
                os.utime(self.path)  # who cleans up sees that it is used
                return ["-XX:AOTCache=" + self.path]
        except OSError:
            pass
        return []

    @property
    def wanted(self) -> bool:
        """Whether it is worth a try: it is not there, nobody failed to make it, and its folder can be written."""
        return not os.path.exists(self.path) and writable(os.path.dirname(self.path))

    def make(self, stop: Optional[Event] = None) -> bool:
        """Make it, and wait until it is made. Where another process does so, or it fails: False."""
        import fcntl

        folder = os.path.dirname(self.path)
        with open(self.path + ".lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return False
            if os.path.exists(self.path):
                return False
            clean(folder)
            new = "%s.%d" % (self.path, os.getpid())
            try:
                done = self._record(new, stop)
                if stop is not None and stop.is_set():
                    return False
                if not done:
                    open(new, "w").close()  # nobody tries again
                os.replace(new, self.path)
                return done
            finally:
                for left in (new, new + ".config", self.path + ".lock"):
                    try:
                        os.unlink(left)
                    except OSError:
                        pass

    def _record(self, new: str, stop: Optional[Event]) -> bool:
        """Let an engine do what engines do, and write the archive at its end."""
        from ._engine import Engine
        from ._types import GuerdonError

        command = [self._java.program, *self._options, "-XX:AOTCacheOutput=" + new, "-Dguerdon.archive=true", "-jar", self._jar]
        if os.access("/usr/bin/nice", os.X_OK):
            command = ["/usr/bin/nice", "-n", "10", *command]
        engine = self.recording = Engine(command)
        try:
            if stop is not None and stop.is_set():
                return False
            _exercise(engine, stop)
            engine.end(60.0)
        except GuerdonError:
            return False
        finally:
            engine.close()
        try:
            return os.stat(new).st_size > 0
        except OSError:
            return False


def _exercise(engine: "Engine", stop: Optional[Event]) -> None:
    """What most users do first."""
    from ._types import GuerdonError

    known = {info.name for info in engine.rewards()}
    samples = [
        ("math_equal_reward", {"final_response": "The answer is \\boxed{\\frac{1}{2}}.", "answer": "0.5"}),
        ("math_equal_reward", {"final_response": "so x^2 + 2x + 1 it is: \\boxed{x^2+2x+1}", "answer": "(x+1)^2"}),
        ("qa_f1_reward", {"final_response": "The Nile River", "answer": "Nile"}),
    ]
    for reward, sample in samples:
        if reward in known and not (stop is not None and stop.is_set()):
            engine.score(reward, sample)
            engine.score_many(reward, [sample] * 200)
    try:
        with engine.make("alfworld", 2, seed=0) as environments:
            environments.reset()
            environments.step(["look", "inventory"])
    except GuerdonError:
        pass  # an engine without environments


def archive_for(java: Java, jar: str, options: List[str]) -> Optional[Archive]:
    """The archive for these; None where there can be none."""
    folder = cache_folder()
    if java.major < 25 or folder is None or os.environ.get("GUERDON_ARCHIVE") == "no":
        return None
    # A JVM refuses an archive whose jars have other times or sizes.
    described = [java.home, java.version, jar] + options
    library = os.path.dirname(jar)
    for name in sorted(os.listdir(library)):
        told = os.stat(os.path.join(library, name))
        described.append("%s %d %d" % (name, told.st_size, told.st_mtime_ns))
    text = "\n".join(described).encode("utf-8", "surrogateescape")
    name = "python-%s-%s-%08x%08x.aot" % (__version__, java.version, zlib.crc32(text), zlib.adler32(text))
    return Archive(java, jar, options, os.path.join(folder, name))


def cache_folder() -> Optional[str]:
    """The user's cache folder for archives."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    home = os.environ.get("HOME", "")
    if os.path.isabs(cache):
        return os.path.join(cache, "guerdon", "archive")
    if os.path.isabs(home):
        return os.path.join(home, "Library/Caches" if sys.platform == "darwin" else ".cache", "guerdon", "archive")
    return None


def writable(folder: str) -> bool:
    """Whether files can be made in the folder, which is made where it can be."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def clean(folder: str) -> None:
    """Remove archives that nobody used for long."""
    for entry in os.scandir(folder):
        try:
            if entry.name.startswith("python-") and entry.stat().st_mtime < time() - _DAYS * 86400:
                os.unlink(entry.path)
        except OSError:
            pass


class Maker:
    """Makes an archive in the background, once in a process, unless the process ends before."""

    _one: "Optional[Maker]" = None

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._stop = Event()
        self._thread = Thread(target=self._run, name="guerdon-archive", daemon=True)

    @classmethod
    def start(cls, archive: Archive) -> None:
        """Begin soon, if nobody did."""
        if cls._one is None and archive.wanted:
            cls._one = cls(archive)
            cls._one._thread.start()

    @classmethod
    def stop(cls) -> None:
        """Give it up, and leave nothing of it."""
        one = cls._one
        if one is not None:
            one._stop.set()
            recording = one._archive.recording
            if recording is not None:
                recording.kill()
            one._thread.join(2.0)

    @classmethod
    def forget(cls) -> None:
        """In a forked child: the thread is the parent's."""
        cls._one = None

    def _run(self) -> None:
        if self._stop.wait(_WAIT):
            return
        try:
            self._archive.make(self._stop)
        except Exception:
            pass  # it would only have made things faster
