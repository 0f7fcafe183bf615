"""Finds a Java that can run the engine, by the rules of the ``guerdon`` launcher (bin/jdk.sh)."""

import glob
import os
import shutil
import sys
from typing import Iterator, List, NamedTuple, Optional

OLDEST = 21


class Java(NamedTuple):
    """An installed Java."""

    home: str
    version: str

    @property
    def major(self) -> int:
        digits = ""
        for character in self.version:
            if not character.isdigit():
                break
            digits += character
        return int(digits or "0")

    @property
    def program(self) -> str:
        return os.path.join(self.home, "bin", "java")

    @property
    def compiles(self) -> bool:
        """Whether it can compile."""
        return os.access(os.path.join(self.home, "bin", "javac"), os.X_OK) or "jdk.compiler" in _release(self.home).get("MODULES", "").split()


def java_in(home: str) -> Optional[Java]:
    """The Java in this folder, where there is one."""
    if not os.access(os.path.join(home, "bin", "java"), os.X_OK):
        return None
    version = _release(home).get("JAVA_VERSION", "")
    return Java(home, version) if version else None


def _release(home: str) -> "dict[str, str]":
    """What the file ``release`` says."""
    told: "dict[str, str]" = {}
    try:
        with open(os.path.join(home, "release"), encoding="utf-8", errors="replace") as file:
            for line in file:
                key, _, value = line.strip().partition("=")
                told[key] = value.strip('"')
    except OSError:
        pass
    return told


def find_java(bundled: Optional[str] = None, compiles: bool = False) -> Optional[Java]:
    """A Java of version 21 or newer: GUERDON_JAVA_HOME, the one that a package brings, JAVA_HOME, the PATH, the usual folders."""
    for home in _candidates(bundled):
        java = java_in(home)
        if java is not None and java.major >= OLDEST and (java.compiles or not compiles):
            return java
    return None


def _candidates(bundled: Optional[str]) -> Iterator[str]:
    named = os.environ.get("GUERDON_JAVA_HOME")
    if named:
        yield named.rstrip("/")
    if bundled is not None:
        yield bundled
    home = os.environ.get("JAVA_HOME")
    if home:
        yield home.rstrip("/")
    on_path = shutil.which("java")
    if on_path:
        yield os.path.dirname(os.path.dirname(os.path.realpath(on_path)))
    found = [java for java in (java_in(folder) for folder in _usual_folders()) if java is not None]
    found.sort(key=lambda java: (java.compiles, java.major), reverse=True)
    for java in found:
        yield java.home


def _usual_folders() -> List[str]:
    before = os.environ.get("GUERDON_JDK_PREFIX", "")
    home = os.path.expanduser("~")
    patterns = [
        "/usr/lib/jvm/*",
        "/usr/lib64/jvm/*",
        "/usr/local/lib/jvm/*",
        "/usr/java/*",
        "/usr/local/java/*",
        "/opt/*",
        "/opt/java/*",
        "/opt/jvm/*",
        home + "/.sdkman/candidates/java/*",
        home + "/.jdks/*",
        home + "/.asdf/installs/java/*",
        home + "/.local/share/mise/installs/java/*",
        "/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec",
    ]
    if sys.platform == "darwin":
        patterns += [
            "/Library/Java/JavaVirtualMachines/*/Contents/Home",
            home + "/Library/Java/JavaVirtualMachines/*/Contents/Home",
            "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
            "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
        ]
    return [folder for pattern in patterns for folder in sorted(glob.glob(before + pattern))]
