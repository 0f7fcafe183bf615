"""Packs the wheels, so that the same files give the same bytes. Run by ./dev wheel.

guerdon-VERSION-py3-none-PLATFORM.whl   with a Java runtime inside
guerdon-VERSION-py3-none-any.whl        for an installed JDK
guerdon_cli-VERSION-...                 the command line, for the extra guerdon[cli]; with a runtime, and without
"""

import argparse
import base64
import hashlib
import io
import os
import re
import sys
import zipfile
from datetime import datetime
from typing import Dict, Iterable, List, Optional, Tuple

try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib  # type: ignore[no-redef]

Files = Dict[str, Tuple[bytes, bool]]
"""By path in the wheel, the bytes of a file and whether it can be executed."""

MAIN = "dev.guerdon.core.stdio.EngineMain"


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("root", "work", "version", "time", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--tag", help="the platform tag of the runtime; found for Linux")
    given = parser.parse_args()
    project = read_project(os.path.join(given.root, "python", "pyproject.toml"))
    check_version(given.root, given.version)
    if project["optional-dependencies"]["cli"] != ["guerdon-cli==" + given.version]:
        sys.exit("pack: the extra 'cli' in python/pyproject.toml must name guerdon-cli==" + given.version)
    packer = Packer(given, project)
    packer.pack_all()


def read_project(path: str) -> Dict[str, object]:
    with open(path, "rb") as file:
        return tomllib.load(file)["project"]


def check_version(root: str, version: str) -> None:
    found: Dict[str, str] = {}
    with open(os.path.join(root, "python", "src", "guerdon", "_version.py"), encoding="utf-8") as file:
        exec(file.read(), found)
    if found["__version__"] != version:
        sys.exit("pack: python/src/guerdon/_version.py says %s, and pom.xml %s" % (found["__version__"], version))


class Packer:
    def __init__(self, given: argparse.Namespace, project: Dict[str, object]) -> None:
        self.root, self.work, self.out, self.version = given.root, given.work, given.out, given.version
        self.project = project
        time = datetime.strptime(given.time, "%Y-%m-%dT%H:%M:%SZ")
        self.time = (time.year, time.month, time.day, time.hour, time.minute, time.second)
        self.given_tag: Optional[str] = given.tag

    def pack_all(self) -> None:
        package = folder(os.path.join(self.root, "python", "src", "guerdon"), "guerdon", skip=("__pycache__", "_bundle"))
        jars = self.jars(os.path.join(self.work, "lib"), "guerdon/_bundle/lib")
        runtime = folder(os.path.join(self.work, "runtime"), "guerdon/_bundle/runtime")
        tag = self.given_tag or linux_tag(runtime)
        notices = os.path.join(self.work, "NOTICES.txt")
        self.wheel("guerdon", self.metadata(), [package, jars, runtime], tag, notices, scripts=True)
        self.wheel("guerdon", self.metadata(), [package, jars], "any", notices, scripts=True)

        cli = folder(os.path.join(self.work, "cli"), "guerdon_cli", skip=("runtime", "lib"))
        cli["guerdon_cli/__init__.py"] = (b'"""The files of Guerdon\'s command line. The package guerdon starts it."""\n', False)
        cli.update(self.jars(os.path.join(self.work, "cli", "lib"), "guerdon_cli/lib"))
        cli_runtime = folder(os.path.join(self.work, "cli", "runtime"), "guerdon_cli/runtime")
        notices = os.path.join(self.work, "NOTICES-cli.txt")
        self.wheel("guerdon_cli", self.cli_metadata(), [cli, cli_runtime], tag, notices)
        self.wheel("guerdon_cli", self.cli_metadata(), [cli], "any", notices)

    def jars(self, path: str, prefix: str) -> Files:
        """The jars of a folder, and engine.jar, which names them all.

        Stored without compression: the wheel compresses each as a whole, better than file by file, and the JVM reads them faster.
        """
        files: Files = {}
        for name in sorted(os.listdir(path)):
            with open(os.path.join(path, name), "rb") as file:
                data = file.read()
            files[prefix + "/" + name] = (self.stored(data), False)
        others = [name.rsplit("/", 1)[1] for name in sorted(files)]
        manifest = "Manifest-Version: 1.0\nMain-Class: %s\nClass-Path: %s\n\n" % (MAIN, " ".join(others))
        files[prefix + "/engine.jar"] = (self.zip({"META-INF/MANIFEST.MF": (wrapped(manifest), False)}, zipfile.ZIP_STORED), False)
        return files

    def stored(self, jar: bytes) -> bytes:
        files: Files = {}
        with zipfile.ZipFile(io.BytesIO(jar)) as archive:
            for entry in archive.infolist():
                if not entry.filename.endswith("/"):
                    files[entry.filename] = (archive.read(entry), False)
        return self.zip(files, zipfile.ZIP_STORED)

    def zip(self, files: Files, method: int) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", method, compresslevel=9) as archive:
            # The manifest comes first, as readers of streams of jars expect; RECORD last, as wheels recommend.
            for name in sorted(files, key=lambda name: (name.endswith("/RECORD"), name != "META-INF/MANIFEST.MF", name)):
                data, executable = files[name]
                entry = zipfile.ZipInfo(name, self.time)
                entry.create_system = 3
                entry.external_attr = (0o100755 if executable else 0o100644) << 16
                entry.compress_type = method
                archive.writestr(entry, data)
        return buffer.getvalue()

    def wheel(self, name: str, metadata: str, parts: Iterable[Files], tag: str, notices: str, scripts: bool = False) -> None:
        files: Files = {}
        for part in parts:
            files.update(part)
        info = "%s-%s.dist-info/" % (name, self.version)
        pure = "true" if tag == "any" else "false"
        wheel = "Wheel-Version: 1.0\nGenerator: guerdon (pack.py)\nRoot-Is-Purelib: %s\n" % pure
        wheel += "".join("Tag: py3-none-%s\n" % one for one in tag.split("."))
        files[info + "WHEEL"] = (wheel.encode(), False)
        files[info + "METADATA"] = (metadata.encode(), False)
        for source, target in ((os.path.join(self.root, "LICENSE"), "LICENSE"), (notices, "NOTICES.txt")):
            with open(source, "rb") as file:
                files[info + "licenses/" + target] = (file.read(), False)
        if scripts:
            files[info + "entry_points.txt"] = (self.entry_points().encode(), False)
        record = ["%s,%s,%d" % (quoted(path), digest(data), len(data)) for path, (data, _) in sorted(files.items())]
        record.append(quoted(info + "RECORD") + ",,")
        files[info + "RECORD"] = ("\n".join(record) + "\n").encode(), False
        path = os.path.join(self.out, "%s-%s-py3-none-%s.whl" % (name, self.version, tag))
        with open(path, "wb") as file:
            file.write(self.zip(files, zipfile.ZIP_DEFLATED))
        weigh(path)

    # ---- metadata

    def metadata(self) -> str:
        project = self.project
        lines = self.head("guerdon", str(project["description"]), project["classifiers"], project.get("urls", {}))
        lines.append("Keywords: " + ",".join(project["keywords"]))
        lines.append("Requires-Python: " + str(project["requires-python"]))
        for extra, wanted in project.get("optional-dependencies", {}).items():
            lines.append("Provides-Extra: " + extra)
            lines.extend('Requires-Dist: %s; extra == "%s"' % (one, extra) for one in wanted)
        return self.with_description(lines, os.path.join(self.root, "python", "README.md"))

    def cli_metadata(self) -> str:
        project = self.project
        classifiers = [one for one in project["classifiers"] if not one.startswith("Typing")]
        lines = self.head("guerdon-cli", "The command line of Guerdon, for the Python package guerdon", classifiers, project.get("urls", {}))
        lines.append("Requires-Python: " + str(project["requires-python"]))
        lines.append("Requires-Dist: guerdon==" + self.version)
        return "\n".join(lines) + "\n\nThe jars of Guerdon's command line. Install it with `pip install 'guerdon[cli]'`; then there is the command `guerdon`.\n"

    def head(self, name: str, summary: str, classifiers: Iterable[str], urls: Dict[str, str]) -> List[str]:
        lines = [
            "Metadata-Version: 2.4",
            "Name: " + name,
            "Version: " + self.version,
            "Summary: " + summary,
            "Author: The Guerdon maintainers",
            "License-Expression: Apache-2.0",
            "License-File: LICENSE",
            "License-File: NOTICES.txt",
        ]
        lines.extend("Project-URL: %s, %s" % item for item in urls.items())
        lines.extend("Classifier: " + one for one in classifiers)
        return lines

    def with_description(self, lines: List[str], readme: str) -> str:
        with open(readme, encoding="utf-8") as file:
            return "\n".join(lines + ["Description-Content-Type: text/markdown"]) + "\n\n" + file.read()

    def entry_points(self) -> str:
        project = self.project
        return "[console_scripts]\n" + "".join("%s = %s\n" % item for item in sorted(project["scripts"].items()))


def folder(path: str, prefix: str, skip: Iterable[str] = ()) -> Files:
    """The files of a folder; a symbolic link becomes the file it points to."""
    files: Files = {}
    for where, folders, names in os.walk(path):
        folders[:] = sorted(set(folders) - set(skip))
        for name in names:
            if name.endswith(".pyc"):
                continue
            full = os.path.join(where, name)
            with open(full, "rb") as file:
                data = file.read()
            files[prefix + "/" + os.path.relpath(full, path).replace(os.sep, "/")] = (data, os.access(full, os.X_OK))
    return files


def linux_tag(runtime: Files) -> str:
    """The platform tag: the C library that the runtime needs at least."""
    newest, machine = 17, ""
    for data, _ in runtime.values():
        if data[:4] == b"\x7fELF":
            machine = {62: "x86_64", 183: "aarch64"}[int.from_bytes(data[18:20], "little")]
            newest = max([newest] + [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", data)])
    if not machine:
        sys.exit("pack: this runtime is not for Linux; give its platform tag with --tag")
    old = {17: ".manylinux2014_" + machine}.get(newest, "")
    return "manylinux_2_%d_%s%s" % (newest, machine, old)


def weigh(path: str) -> None:
    """Tell what the parts of a wheel weigh."""
    print("  " + os.path.basename(path))
    parts: Dict[str, List[int]] = {}
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            name = entry.filename
            part = "runtime" if "/runtime/" in name else "jars" if name.endswith(".jar") else "the rest"
            sums = parts.setdefault(part, [0, 0])
            sums[0] += entry.file_size
            sums[1] += entry.compress_size
    for part, (raw, packed) in sorted(parts.items()):
        print("    %-10s %6.1f MB, %5.1f MB packed" % (part, raw / 1e6, packed / 1e6))


def wrapped(manifest: str) -> bytes:
    """A manifest whose lines are at most 72 bytes long."""
    lines = []
    for line in manifest.split("\n"):
        while len(line) > 70:
            lines.append(line[:70])
            line = " " + line[70:]
        lines.append(line)
    return "\r\n".join(lines).encode()


def digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def quoted(path: str) -> str:
    return '"%s"' % path.replace('"', '""') if "," in path or '"' in path else path


main()
