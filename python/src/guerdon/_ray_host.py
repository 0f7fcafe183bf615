"""What runs in an actor of Ray: an engine, and the files that it loads rewards from."""

import asyncio
import importlib
import os
import platform
import tempfile
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any, AsyncGenerator, Dict, List, Optional, Sequence, Set, Tuple, Union

from ._batch import check_names, ended_engines
from ._engine import EngineSettings, engine_of
from ._rows import Line
from ._types import GuerdonError, RequestError
from ._version import __version__

Told = Tuple[Any, ...]
"""What an actor answers: ``("scores", ...)``, ``("ready", ...)``, ``("files",)``, ``("request", error, message)`` or ``("engine", message)``. Plain values, so that
no exception and no class crosses the wire."""

File = Tuple[str, bytes]
"""The name and the content of a file, to be loaded where the engine is."""


CARE = "care"
"""The actors' concurrency group for everything but scoring."""


def engine_settings(
    command: Optional[Sequence[str]], memory: Optional[str], java_options: Sequence[str], hang_after: float, num_cpus: float, worker_env: Sequence[str]
) -> EngineSettings:
    """The settings of an engine that has its share of a machine only: a JVM takes all of its cores unless told."""
    share = "-XX:ActiveProcessorCount=%d" % max(1, -int(-num_cpus // 1))
    return EngineSettings(
        None if command is None else list(command), memory, [share, *java_options], float(hang_after), check_names("worker_env", worker_env)
    )


def read_files(paths: Sequence[Union[str, "os.PathLike[str]"]]) -> List[File]:
    """Sources and plugins with their content, to be sent to other machines."""
    if isinstance(paths, (str, bytes)):
        raise TypeError("load takes a list of files, found one text: %r" % (paths,))
    files: List[File] = []
    for given in paths:
        path = os.fspath(given)
        if not path.endswith((".java", ".jar")):
            raise ValueError("rewards are loaded from .java and .jar files, found %s" % path)
        if not os.path.isfile(path):
            raise FileNotFoundError("no file %s to load rewards from" % os.path.abspath(path))
        with open(path, "rb") as file:
            files.append((os.path.basename(path), file.read()))
    return files


def ray_package(name: str = "ray") -> Any:
    """A module of Ray, imported when it is used."""
    try:
        return importlib.import_module(name)
    except ImportError as e:
        raise ImportError("guerdon.ray needs Ray, which is not installed here; install it with: pip install 'ray[data]' (%s)" % e) from e


def version_problem(version: str) -> Optional[str]:
    """What is wrong where the driver has another version of this package."""
    if version == __version__:
        return None
    return (
        "the driver has guerdon %s, and the machine of this actor, %s, has %s; install one version on all machines, or let Ray do it: "
        "runtime_env={'pip': ['guerdon==%s']}" % (version, platform.node(), __version__, version)
    )


class _Turn:
    """One of several at once."""

    def __init__(self) -> None:
        self.overlapped = False
        """Whether there was another one meanwhile."""


class _Turns:
    """Many at once, or one alone, in the order in which they come. Used in one event loop."""

    def __init__(self) -> None:
        self._active: Set[_Turn] = set()
        self._gate: Optional[asyncio.Lock] = None
        self._ended: Optional[asyncio.Event] = None

    def _locks(self) -> Tuple[asyncio.Lock, asyncio.Event]:
        if self._gate is None or self._ended is None:  # made in the loop that uses them
            self._gate, self._ended = asyncio.Lock(), asyncio.Event()
        return self._gate, self._ended

    @asynccontextmanager
    async def shared(self) -> AsyncGenerator[_Turn, None]:
        gate, ended = self._locks()
        turn = _Turn()
        async with gate:
            self._active.add(turn)
        if len(self._active) > 1:
            for one in self._active:
                one.overlapped = True
        try:
            yield turn
        finally:
            self._active.discard(turn)
            ended.set()

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[None, None]:
        gate, ended = self._locks()
        async with gate:
            while self._active:
                ended.clear()
                await ended.wait()
            yield


class EngineHost:
    """An engine with its loaded rewards. Its coroutines may run in several event loops."""

    def __init__(self, settings: EngineSettings, loads: bool) -> None:
        """:param loads: whether there are files to load, which come with a call: what an actor is made with must outlive every machine"""
        self.engine = engine_of(settings)
        self._loads = loads
        self._folder: "Optional[tempfile.TemporaryDirectory[str]]" = None
        self._loading = Lock()
        self._turns = _Turns()

    def load(self, files: Sequence[File]) -> None:
        """Load the files, once, and start the engine."""
        with self._loading:
            if files and self._loads:
                self._load(files)
                self._loads = False
            self.engine.connection()

    def _load(self, files: Sequence[File]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="guerdon-")
        paths: List[str] = []
        for number, (name, content) in enumerate(files):
            # A folder for each: a class is in a file of its name, and two files may have the same.
            folder = os.path.join(self._folder.name, str(number))
            os.mkdir(folder)
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "wb") as file:
                file.write(content)
        self.engine.load(*paths)

    async def ready(self, files: Optional[Sequence[File]] = None) -> Told:
        """Start the engine, and tell where it is; or ask for the files to load."""
        if self._loads and files is None:
            return ("files",)
        try:
            await asyncio.get_running_loop().run_in_executor(None, self.load, files or ())
        except RequestError as e:
            return "request", e.error, e.message
        except (GuerdonError, OSError) as e:
            return "engine", str(e)
        return "ready", os.getpid(), self.engine.pid

    async def score(self, reward: str, deadline: Optional[float], lines: bytes) -> Told:
        """Score samples that are lines of JSON.

        Where engines ended with samples of several calls in flight, the guilty one is found by scoring each once more while nothing else runs.
        """
        try:
            rows: List[Any] = [Line(line) for line in lines.split(b"\n")]
            async with self._turns.shared() as turn:
                scores = await self.engine.ascore_many(reward, rows, deadline=deadline)
            for place, row in enumerate(rows):
                if turn.overlapped and ended_engines(scores[place]):
                    async with self._turns.alone():
                        scores[place] = (await self.engine.ascore_many(reward, [row], deadline=deadline))[0]
        except RequestError as e:
            return "request", e.error, e.message
        except GuerdonError as e:
            return "engine", str(e)
        return "scores", [(score.reward, score.extras, None if score.unscored is None else tuple(score.unscored)) for score in scores]

    async def ask(self, question: Dict[str, Any]) -> Told:
        """Ask the engine what changes nothing."""
        try:
            return "answer", await asyncio.get_running_loop().run_in_executor(None, self.engine.ask, question)
        except RequestError as e:
            return "request", e.error, e.message
        except GuerdonError as e:
            return "engine", str(e)

    def close(self) -> None:
        """End the engine."""
        self.engine.close()
        if self._folder is not None:
            self._folder.cleanup()


def actor_class(ray: Any) -> Any:
    """The class of the actors, for the module of Ray.

    It is made in a function so that Ray sends it by its content: an actor on a machine without this package, or with another version, then
    starts, and can say what is wrong.
    """

    class GuerdonEngine:
        """An engine of Guerdon."""

        def __init__(self, version: str, settings: Sequence[Any], loads: bool) -> None:
            self.host: Any = None
            self.problem: Optional[str] = None
            try:
                import guerdon._ray_host as there
            except ImportError as e:
                import platform

                found = "no guerdon (%s)" % e
                try:
                    import guerdon as other

                    found = "%s, without guerdon.ray" % getattr(other, "__version__", "another one")
                except ImportError:
                    pass
                self.problem = (
                    "the driver has guerdon %s, and the machine of this actor, %s, has %s; install one version on all machines, or let Ray do it: "
                    "runtime_env={'pip': ['guerdon==%s']}" % (version, platform.node(), found, version)
                )
                return
            self.problem = there.version_problem(version)
            if self.problem is None:
                self.host = there.EngineHost(there.EngineSettings(*settings), loads)

        async def ready(self, files: Any = None) -> Any:
            return ("engine", self.problem) if self.host is None else await self.host.ready(files)

        async def ping(self) -> None:
            pass

        async def score(self, reward: str, deadline: Any, lines: bytes) -> Any:
            return ("engine", self.problem) if self.host is None else await self.host.score(reward, deadline, lines)

        async def ask(self, question: Any) -> Any:
            return ("engine", self.problem) if self.host is None else await self.host.ask(question)

        async def close(self) -> None:
            if self.host is not None:
                self.host.close()

    # Apart from the scoring, which may have no place left.
    for name in ("ready", "ping", "ask", "close"):
        setattr(GuerdonEngine, name, ray.method(concurrency_group=CARE)(getattr(GuerdonEngine, name)))
    return GuerdonEngine
