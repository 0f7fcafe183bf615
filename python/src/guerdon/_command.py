"""The ``guerdon`` command: the whole command line, where the distribution guerdon-cli is installed."""

import os
import sys
from typing import List, NoReturn, Optional


def cli_folder() -> Optional[str]:
    """The folder of guerdon-cli's files, where it is installed."""
    import importlib.util

    try:
        spec = importlib.util.find_spec("guerdon_cli")
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return next(iter(spec.submodule_search_locations))


def main(arguments: Optional[List[str]] = None) -> NoReturn:
    """Put the command line in the place of this process."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["prepare"]:
        sys.exit(prepare())
    folder = cli_folder()
    if folder is None:
        if arguments in (["--version"], ["-V"]):
            from ._version import __version__

            print("guerdon " + __version__ + " (Python package)")
            sys.exit(0)
        sys.stderr.write(
            "guerdon: the command line is a part of its own; install it with: pip install 'guerdon[cli]'\n"
            "guerdon: what is here already: 'import guerdon' in Python, 'guerdon prepare', 'guerdon --version'\n"
        )
        sys.exit(2)
    launcher = os.path.join(folder, "bin", "guerdon")
    # The launcher is somewhere among the packages; what the user types is the script that pip made.
    os.environ["GUERDON_COMMAND"] = sys.argv[0]
    sys.stdout.flush()
    os.execv("/usr/bin/env", ["/usr/bin/env", "bash", launcher, *arguments])


def prepare() -> int:
    """Make fast starts now, as when an image for many machines is built. Returns the exit code."""
    from ._archive import writable
    from ._launch import plan_launch
    from ._types import GuerdonError

    try:
        archive = plan_launch(None, (), False).archive
    except GuerdonError as e:
        sys.stderr.write("guerdon: %s\n" % e)
        return 2
    if archive is None:
        print("guerdon: nothing to prepare; fast starts are there, or this Java makes none")
        return 0
    if not writable(os.path.dirname(archive.path)):
        sys.stderr.write("guerdon: cannot write to %s; set XDG_CACHE_HOME to another folder\n" % os.path.dirname(archive.path))
        return 2
    if archive.make() or archive.use():
        print("guerdon: prepared fast starts in " + archive.path)
        return 0
    sys.stderr.write("guerdon: could not prepare fast starts; everything works without\n")
    return 1
