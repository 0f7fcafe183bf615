"""The engine's process: how it is started, and how it ends with this one."""

import os
import signal
import socket
import subprocess
import sys
from typing import IO, Dict, Optional, Sequence, Tuple, cast

from ._types import EngineError


class Process:
    """A child process whose standard input is a socket and whose outputs are pipes.

    Standard input is a socket because a socket can be hung up although forked children hold copies of it, and because writing to one whose
    other end is gone raises no SIGPIPE, which kills programs that took Python's handling of that signal away.
    """

    def __init__(self, command: Sequence[str], environment: Optional[Dict[str, str]] = None) -> None:
        if sys.platform == "win32":
            raise EngineError("guerdon's Python package works on Linux and macOS; on Windows, use it in WSL, or use 'guerdon serve'")
        ours, theirs = socket.socketpair()
        try:
            self._popen = subprocess.Popen(
                list(command),
                stdin=theirs.fileno(),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                # Ctrl-C and the hang-up of a terminal are for this process to decide.
                start_new_session=True,
            )
        except OSError as e:
            ours.close()
            raise EngineError("the engine could not be started: %s (%s)" % (e, command[0])) from e
        finally:
            theirs.close()
        self.pid = self._popen.pid
        self.stdin = ours
        self.stdout = cast("IO[bytes]", self._popen.stdout).fileno()
        self.stderr = cast("IO[bytes]", self._popen.stderr).fileno()
        self.closed = False
        self.send_flags = getattr(socket, "MSG_NOSIGNAL", 0)
        if not self.send_flags and hasattr(socket, "SO_NOSIGPIPE"):
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_NOSIGPIPE, 1)  # type: ignore[attr-defined, unused-ignore]
        ours.setblocking(False)
        os.set_blocking(self.stdout, False)
        os.set_blocking(self.stderr, False)
        self.wake: Tuple[int, int] = os.pipe()
        for end in self.wake:
            os.set_blocking(end, False)
        _enlarge(self.stdout)

    def poll(self) -> Optional[int]:
        """The exit code, where it has ended."""
        return self._popen.poll()

    def wait(self, seconds: float) -> Optional[int]:
        """The exit code, where it ends within this time."""
        try:
            return self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def hang_up(self) -> None:
        """End its standard input, which ends it."""
        try:
            self.stdin.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def kill(self) -> None:
        """End it and all that it started, at once."""
        self.hang_up()
        if self._popen.poll() is None:
            try:
                os.killpg(self.pid, signal.SIGKILL)  # it leads a session of its own
            except OSError:
                self._popen.kill()

    def close_pipes(self) -> None:
        """Let go of all files, after the end. Nobody uses them any more."""
        if not self.closed:
            self.closed = True
            self.stdin.close()
            for pipe in (self._popen.stdout, self._popen.stderr):
                if pipe is not None:
                    pipe.close()
            for end in self.wake:
                os.close(end)

    def forget(self) -> None:
        """In a forked child: let go of the parent's process without a sign to it."""
        self._popen.returncode = 0  # no child of this process: nothing to wait for, nothing to warn about
        self.close_pipes()


def _enlarge(pipe: int) -> None:
    """A larger pipe means fewer turns for large batches. Linux only; a refusal costs nothing."""
    try:
        import fcntl

        fcntl.fcntl(pipe, getattr(fcntl, "F_SETPIPE_SZ", 1031), 1 << 20)
    except (ImportError, OSError, ValueError):
        pass

