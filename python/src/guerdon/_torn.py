"""Locks for a thread that an exception may tear away.

A signal handler can raise in the main thread between any two instructions, also between the end of a ``with`` block and the release of its
lock. Such a lock would stay locked for ever, and the process with it. So whoever waits for long looks whether any thread is inside.
"""

import _thread
import sys
from threading import Lock
from types import FrameType
from typing import Callable, Optional, TypeVar

T = TypeVar("T")

_LONG = 0.25


def inside(name: str, owner: object) -> bool:
    """Whether any thread is in this method of this object."""
    for frame in sys._current_frames().values():  # pyright: ignore[reportPrivateUsage]
        at: Optional[FrameType] = frame
        while at is not None:
            if at.f_code.co_name == name and at.f_locals.get("self") is owner:
                return True
            at = at.f_back
    return False


class TornLock:
    """Runs one function at a time."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = Lock()

    def run(self, body: Callable[[], T]) -> T:
        """Run the function when nobody else runs one."""
        lock = self._lock
        if not lock.acquire(False):
            lock = self._acquire()
        try:
            return self._inside(body)
        finally:
            lock.release()

    def _inside(self, body: Callable[[], T]) -> T:
        return body()

    def _acquire(self) -> "_thread.LockType":
        torn = 0
        while True:
            lock = self._lock
            if lock.acquire(True, _LONG):
                return lock
            torn = 0 if inside("_inside", self) else torn + 1
            if torn == 2 and self._lock is lock:
                self._lock = Lock()
