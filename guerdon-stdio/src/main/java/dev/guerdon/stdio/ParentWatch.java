package dev.guerdon.stdio;

/**
 * Notices that the client has ended, where its end of the pipe does not tell: a child that it forked may hold the pipe open.
 *
 * <p>A client that is this process's parent is gone when the parent is another. One that is not, because a script stands between, is gone
 * when its process is. One that cannot be seen, as from within a container, is not watched.
 */
final class ParentWatch {

    private final long pid;
    private final boolean parent;
    private final boolean seen;

    ParentWatch(long pid) {
        this.pid = pid;
        this.parent = pid > 0 && parentPid() == pid;
        this.seen = parent || isAlive(pid);
    }

    boolean isGone() {
        return seen && (parent ? parentPid() != pid : !isAlive(pid));
    }

    private static long parentPid() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }

    private static boolean isAlive(long pid) {
        return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
