"""A cluster of Ray for the tests: on this machine, on loopback, small, and gone at the end."""

import atexit
import importlib.util
import os
import secrets
import shutil
import tempfile
import unittest
from typing import Any, Dict, Optional, Type, TypeVar

import replay

Case = TypeVar("Case", bound=Type[unittest.TestCase])

VARIABLES: Dict[str, str] = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # without clusters of several machines Ray listens on loopback only
    "RAY_AUTH_TOKEN": secrets.token_hex(32),  # else Ray leaves one in the home folder
    "RAY_DATA_DISABLE_PROGRESS_BARS": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}

OPTIONS: Dict[str, Any] = {
    "address": "local",
    "num_cpus": 4,
    "object_store_memory": 80 << 20,
    "include_dashboard": False,
    "log_to_driver": False,
    "configure_logging": False,
}

BUSY = "timed out during startup"
"""What Ray says where the machine is too busy to start it within half a minute."""


def needs_ray(case: Case) -> Case:
    """Skips tests where Ray is not installed."""
    without = importlib.util.find_spec("ray") is None or importlib.util.find_spec("pyarrow") is None
    if not without:
        # Ray reads them when it is imported, and its workers inherit them.
        os.environ.update(replay.variables(), **VARIABLES)
    return unittest.skipIf(without, "Ray is not installed here; './dev test-adapters ray' installs it and runs these tests")(case)


def folder() -> str:
    """A folder for Ray. Its name is short because paths of sockets are."""
    made = tempfile.mkdtemp(prefix="ray", dir="/tmp" if os.path.isdir("/tmp") else None)
    atexit.register(shutil.rmtree, made, True)
    return made


def start(place: Optional[str] = None) -> Any:
    """The module of Ray, with a cluster that all tests of this process share.

    :param place: a folder for it; one that is removed at the end, unless told
    """
    import logging
    import warnings

    ray = replay.package("ray")
    if not ray.is_initialized():
        warnings.simplefilter("ignore")  # Ray's own: files and sockets that it leaves to the end of the process
        for again in (True, True, False):
            try:
                ray.init(_temp_dir=place or folder(), **OPTIONS)
                break
            except Exception as e:
                ray.shutdown()
                if not again or BUSY not in str(e):
                    raise
        replay.package("ray.data._internal.logging").configure_logging()
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        atexit.register(ray.shutdown)
    return ray
