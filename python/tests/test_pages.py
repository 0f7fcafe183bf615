"""The Python programs on the pages about trainers run. Those that need a trainer's package run where it is installed."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Iterator, Tuple

import ray_cluster
import replay

PAGES = Path(__file__).resolve().parent.parent.parent / "docs/trainers"
BLOCK = re.compile(r"^```python (?:run|trainer (\S+))\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@unittest.skipUnless(PAGES.is_dir(), "the pages are not here")
class Pages(unittest.TestCase):
    def blocks(self) -> Iterator[Tuple[str, str, str]]:
        for page in sorted(PAGES.glob("*.md")):
            for package, code in BLOCK.findall(page.read_text(encoding="utf-8")):
                yield page.name, package, code

    def test_programs_run(self) -> None:
        ran = 0
        # What programs start of Ray stays on this machine, and leaves no files.
        variables = {**replay.variables(), **ray_cluster.VARIABLES, "RAY_TMPDIR": ray_cluster.folder()}
        for page, package, code in self.blocks():
            with self.subTest(page), tempfile.TemporaryDirectory() as folder:
                compile(code, page, "exec")
                # Tests of other trainers put stand-ins of modules into this process, which have no file.
                if package and getattr(replay.package(package), "__file__", None) is None:
                    continue
                for _ in range(3):
                    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=variables, capture_output=True, text=True, timeout=300)
                    if ray_cluster.BUSY not in done.stderr:
                        break
                self.assertEqual(done.returncode, 0, done.stderr)
                ran += 1
        self.assertGreaterEqual(ran, 7)

    def test_every_adapter_has_a_page_in_the_index(self) -> None:
        index = (PAGES / "README.md").read_text(encoding="utf-8")
        with_programs = {page for page, _, _ in self.blocks()}
        for page in PAGES.glob("*.md"):
            if page.name != "README.md":
                self.assertIn("(%s)" % page.name, index)
                self.assertEqual(page.name in with_programs, "`guerdon.%s`" % page.stem in index, page.name)


if __name__ == "__main__":
    unittest.main()
