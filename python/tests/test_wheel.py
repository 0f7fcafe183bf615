"""How the engine is found, and how the wheels are packed."""

import base64
import csv
import email
import hashlib
import io
import os
import subprocess
import sys
import unittest
import zipfile
from unittest import mock

from support import HERE, LONG, Case, script

from guerdon import EngineError
from guerdon._archive import Archive, archive_for, cache_folder, writable
from guerdon._java import Java, find_java, java_in
from guerdon._launch import engine_environment, plan_launch

ROOT = os.path.dirname(os.path.dirname(HERE))


class JavaTest(Case):
    def java(self, name: str, version: str, compiles: bool = False) -> str:
        home = self.path(name)
        os.makedirs(os.path.join(home, "bin"))
        for program in ["java"] + ["javac"] * compiles:
            file = os.path.join(home, "bin", program)
            open(file, "w").close()
            os.chmod(file, 0o755)
        with open(os.path.join(home, "release"), "w") as file_:
            file_.write('IMPLEMENTOR="Somebody"\nJAVA_VERSION="%s"\n' % version)
        return home

    def find(self, bundled: "str | None" = None, compiles: bool = False, **variables: str) -> "str | None":
        given = {"PATH": self.path("no"), "HOME": self.folder, "GUERDON_JDK_PREFIX": self.path("root"), **variables}
        with mock.patch.dict(os.environ, given, clear=True):
            java = find_java(bundled, compiles)
        return None if java is None else java.home

    def test_the_one_that_the_user_names_comes_first_then_the_one_of_the_wheel(self) -> None:
        named, bundled, other = self.java("named", "21.0.1"), self.java("bundled", "25"), self.java("other", "26", True)
        self.assertEqual(self.find(bundled, GUERDON_JAVA_HOME=named, JAVA_HOME=other), named)
        self.assertEqual(self.find(bundled, JAVA_HOME=other), bundled)
        self.assertEqual(self.find(None, JAVA_HOME=other), other)
        self.assertEqual(self.find(bundled, compiles=True, JAVA_HOME=other), other)

    def test_an_old_one_will_not_do(self) -> None:
        old = self.java("old", "17.0.2")
        self.assertIsNone(self.find(JAVA_HOME=old))
        self.assertEqual(self.find(JAVA_HOME=old, PATH=os.path.join(self.java("new", "21"), "bin")), self.path("new"))

    def test_of_those_installed_the_one_that_compiles_then_the_newest(self) -> None:
        for name, version, compiles in (("a", "25", False), ("b", "21", True), ("c", "24", True), ("d", "17", True)):
            self.java("root/usr/lib/jvm/" + name, version, compiles)
        self.assertEqual(self.find(), self.path("root/usr/lib/jvm/c"))

    def test_a_version_is_a_number_in_front(self) -> None:
        self.assertEqual([Java("", v).major for v in ("25", "21.0.3+9", "26-ea", "")], [25, 21, 26, 0])
        self.assertIsNone(java_in(self.path("nothing")))


class LaunchTest(Case):
    def test_a_copy_without_an_engine_says_so(self) -> None:
        with mock.patch.dict(os.environ), mock.patch("guerdon._launch.engine_jar", return_value=None):
            os.environ.pop("GUERDON_ENGINE", None)
            with self.assertRaisesRegex(EngineError, "no engine inside"):
                plan_launch(None, (), False)

    def test_variables_for_other_javas_do_not_reach_the_engine(self) -> None:
        with mock.patch.dict(os.environ, {"JAVA_TOOL_OPTIONS": "-Dx", "LANG": "C", "LC_ALL": "", "OTHER": "y"}):
            environment = engine_environment()
        self.assertNotIn("JAVA_TOOL_OPTIONS", environment)
        self.assertEqual(environment["OTHER"], "y")

    def test_an_archive_fits_one_java_and_jars_in_one_place(self) -> None:
        jar = self.path("engine.jar")
        open(jar, "w").close()
        with mock.patch.dict(os.environ, {"XDG_CACHE_HOME": self.path("cache")}):
            os.environ.pop("GUERDON_ARCHIVE", None)
            one = archive_for(Java("/a", "25.0.1"), jar, ["-Xmx1g"])
            assert one is not None
            self.assertEqual(one.path, archive_for(Java("/a", "25.0.1"), jar, ["-Xmx1g"]).path)  # type: ignore[union-attr]
            self.assertNotEqual(one.path, archive_for(Java("/b", "25.0.1"), jar, ["-Xmx1g"]).path)  # type: ignore[union-attr]
            self.assertIsNone(archive_for(Java("/a", "24"), jar, []))
            os.utime(jar, (1, 1))
            self.assertNotEqual(one.path, archive_for(Java("/a", "25.0.1"), jar, ["-Xmx1g"]).path)  # type: ignore[union-attr]
            self.assertEqual(one.use(), [])
            self.assertTrue(one.wanted)
            with open(one.path, "w"):
                pass
            self.assertEqual((one.use(), one.wanted), ([], False), "an empty file says that it cannot be made")
            with open(one.path, "w") as file:
                file.write("x")
            self.assertEqual(one.use(), ["-XX:AOTCache=" + one.path])

    def test_an_archive_that_cannot_be_made_leaves_an_empty_file_and_nothing_else(self) -> None:
        home = self.path("java")
        os.makedirs(os.path.join(home, "bin"))
        program = os.path.join(home, "bin", "java")
        with open(program, "w") as file:
            file.write("#!/bin/sh\nexit 1\n")
        os.chmod(program, 0o755)
        folder = self.path("cache")
        self.assertTrue(writable(folder))
        archive = Archive(Java(home, "25"), "x.jar", [], os.path.join(folder, "python-x.aot"))
        self.assertFalse(archive.make())
        self.assertEqual(os.listdir(folder), ["python-x.aot"])
        self.assertEqual(os.path.getsize(archive.path), 0)
        self.assertFalse(writable("/proc/nothing"))
        with mock.patch.dict(os.environ, {"HOME": "", "XDG_CACHE_HOME": "relative"}):
            self.assertIsNone(cache_folder())

    def test_the_command_says_what_to_install(self) -> None:
        code = "import sys; sys.argv[1:] = ['rewards']; from guerdon._command import main; main()"
        status, out, err = self.finish(script(code))
        self.assertEqual((status, out), (2, ""))
        self.assertIn("pip install 'guerdon[cli]'", err)

    def test_the_command_tells_the_launcher_what_the_user_typed(self) -> None:
        code = (
            "import os, sys; from guerdon import _command; _command.cli_folder = lambda: '/somewhere'; "
            "os.execv = lambda *arguments: print(os.environ['GUERDON_COMMAND'], arguments[1][2:]); "
            "sys.argv = ['/venv/bin/guerdon', 'runs']; _command.main()"
        )
        status, out, err = self.finish(script(code))
        self.assertEqual((status, out, err), (0, "/venv/bin/guerdon ['/somewhere/bin/guerdon', 'runs']\n", ""))


class PackTest(Case):
    def test_the_same_files_give_the_same_wheels_and_these_are_complete(self) -> None:
        if not os.path.isfile(os.path.join(ROOT, "python", "pack.py")):
            self.skipTest("these tests are not in a checkout")
        work = self.path("work")
        for folder in ("lib", "runtime/bin", "cli/lib", "cli/bin", "cli/runtime"):
            os.makedirs(os.path.join(work, folder))
        for jar in ("lib/b.jar", "lib/a.jar", "cli/lib/c.jar"):
            with zipfile.ZipFile(os.path.join(work, jar), "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("x/Y.class", b"y" * 1000)
                archive.writestr("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n\n")
        java = os.path.join(work, "runtime/bin/java")
        with open(java, "wb") as file:
            file.write(b"\x7fELF" + bytes(14) + b"\x3e\x00" + b"GLIBC_2.14 GLIBC_2.28")
        os.chmod(java, 0o755)
        for name in ("NOTICES.txt", "NOTICES-cli.txt"):
            with open(os.path.join(work, name), "w") as text:
                text.write("asm: BSD\n")
        packed = []
        for out in ("one", "two"):
            os.makedirs(self.path(out))
            command = ["pack.py", "--root", ROOT, "--work", work, "--version", "0.1.0", "--time", "2026-11-15T00:00:00Z", "--out", self.path(out)]
            result = subprocess.run(
                [sys.executable, "-I", os.path.join(ROOT, "python", command[0]), *command[1:]], capture_output=True, text=True, timeout=LONG
            )
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            packed.append({name: open_bytes(os.path.join(self.path(out), name)) for name in os.listdir(self.path(out))})
            os.utime(java, (1, 1))
        self.assertEqual(packed[0], packed[1])
        names = {"guerdon-0.1.0-py3-none-any.whl", "guerdon-0.1.0-py3-none-manylinux_2_28_x86_64.whl"}
        self.assertLessEqual(names, set(packed[0]))
        for name, data in packed[0].items():
            self.check_wheel(name, data)
        with zipfile.ZipFile(io.BytesIO(packed[0]["guerdon-0.1.0-py3-none-manylinux_2_28_x86_64.whl"])) as wheel:
            self.assertTrue(wheel.getinfo("guerdon/_bundle/runtime/bin/java").external_attr >> 16 & 0o111)
            self.assertIn("guerdon/py.typed", wheel.namelist())
            engine = zipfile.ZipFile(io.BytesIO(wheel.read("guerdon/_bundle/lib/engine.jar")))
            self.assertIn(b"Class-Path: a.jar b.jar", engine.read("META-INF/MANIFEST.MF"))

    def check_wheel(self, name: str, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as wheel:
            self.assertIsNone(wheel.testzip())
            info = "-".join(name.split("-")[:2]) + ".dist-info/"
            rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(wheel.read(info + "RECORD").decode()))}
            self.assertEqual(set(rows), set(wheel.namelist()))
            for path, (digest, size) in rows.items():
                if path != info + "RECORD":
                    told = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(path)).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, size), ("sha256=" + told, str(len(wheel.read(path)))))
            metadata = email.message_from_bytes(wheel.read(info + "METADATA"))
            self.assertEqual(metadata["License-Expression"], "Apache-2.0")
            for licence in metadata.get_all("License-File") or ():
                self.assertIn(info + "licenses/" + licence, rows)
            self.assertEqual(metadata["Requires-Python"], ">=3.9")
            if name.startswith("guerdon-"):
                self.assertIn(b"guerdon = guerdon._command:main", wheel.read(info + "entry_points.txt"))
                self.assertIn("guerdon.score", metadata.get_payload())


def open_bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


if __name__ == "__main__":
    unittest.main()
