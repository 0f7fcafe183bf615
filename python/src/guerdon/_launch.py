"""Finds the engine: one that a developer names, the one in this package, or a JDK for the jars in this package."""

import os
import shlex
import sys
from typing import Dict, List, NamedTuple, Optional, Sequence

from ._archive import Archive, archive_for
from ._java import OLDEST, Java, find_java
from ._types import EngineError

_MEMORY = "1g"
_BUNDLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_bundle")


class Launch(NamedTuple):
    """How to start an engine."""

    command: List[str]
    archive: Optional[Archive]
    """What would make the next start faster, where it is not there yet."""


def plan_launch(memory: Optional[str], java_options: Sequence[str], compiles: bool) -> Launch:
    """The command line that starts an engine.

    :param compiles: whether the engine must be able to compile sources, if any Java here can
    """
    named = os.environ.get("GUERDON_ENGINE")
    if named:
        return Launch(shlex.split(named), None)
    jar = engine_jar()
    if jar is None:
        raise EngineError(
            "this copy of guerdon has no engine inside; install a wheel, or build one with './dev wheel', or set GUERDON_ENGINE to a command"
        )
    java = engine_java(compiles)
    options = java_command_options(java, memory or _MEMORY) + shlex.split(os.environ.get("GUERDON_JAVA_OPTS", "")) + list(java_options)
    archive = archive_for(java, jar, options)
    use = archive.use() if archive is not None else []
    missing = archive if archive is not None and not use else None
    return Launch([java.program, *options, *use, "-jar", jar], missing)


def engine_jar() -> Optional[str]:
    """The jar that starts the engine: the one of guerdon-cli, which has everything, or the one of this package."""
    for folder in _folders():
        jar = os.path.join(folder, "lib", "engine.jar")
        if os.path.isfile(jar):
            return jar
    return None


def _folders() -> List[str]:
    from ._command import cli_folder

    cli = cli_folder()
    return ([] if cli is None else [cli]) + [_BUNDLE]


def engine_java(compiles: bool = False) -> Java:
    """The Java that runs the engine."""
    bundled = bundled_runtime()
    java = find_java(bundled, compiles) or find_java(bundled)
    if java is None:
        if bundled is not None:
            raise EngineError("the runtime in %s cannot be started; is its bin/java executable?" % bundled)
        raise EngineError(
            "this wheel of guerdon uses an installed Java of version %d or newer, and found none; install a JDK (25 is best), set "
            "GUERDON_JAVA_HOME to its folder, or install the wheel for this platform, which brings its own" % OLDEST
        )
    return java


def bundled_runtime() -> Optional[str]:
    """The folder of the runtime that this package brings, or the larger one of guerdon-cli."""
    for folder in _folders():
        runtime = os.path.join(folder, "runtime")
        if os.path.isdir(runtime):
            return runtime
    return None


def java_command_options(java: Java, memory: str) -> List[str]:
    """The options that every start has."""
    options = [
        # The JVM's own warnings would end up among the frames.
        "-Xlog:disable",
        "-Xlog:all=error:stderr",
        "-XX:-UsePerfData",
        "-Xmx" + memory,
        "-XX:+UseParallelGC",
        "-XX:GCHeapFreeLimit=30",  # a call that fills the memory fails, where the collector would try for ever
    ]
    if java.major >= 23:
        options.append("--sun-misc-unsafe-memory-access=allow")
    if java.major >= 24:
        options.append("--enable-native-access=ALL-UNNAMED")
    return options


def engine_environment() -> Dict[str, str]:
    """The engine's environment variables."""
    environment = dict(os.environ)
    # Meant for other programs; the JVM would take them for its own, and say so.
    for name in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"):
        environment.pop(name, None)
    locale = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or "C"
    if locale in ("C", "POSIX") and sys.platform != "darwin":
        environment["LC_ALL"] = "C.UTF-8"  # without a locale the JVM takes file names for ASCII
    return environment
