package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;

/**
 * A thread that runs foreign code, one call after the other, until a call may have left it in disorder.
 *
 * <p>Where memory or the stack runs out in the middle of a call, what the code keeps for its thread may be half written, and the next
 * call would read it. Whoever owns the thread then goes on with a new one.
 */
@Internal
public final class ForeignThread extends Thread {

    private boolean spent;

    /** A daemon thread that is not started yet. */
    public ForeignThread(Runnable work, String name) {
        super(null, work, name, 0, false);
        setDaemon(true);
    }

    /** Marks this thread as one that should do no other call. */
    static void spend() {
        if (Thread.currentThread() instanceof ForeignThread own) {
            own.spent = true;
        }
    }

    /** Whether the current thread should do no other call. */
    public static boolean isSpent() {
        return Thread.currentThread() instanceof ForeignThread own && own.spent;
    }

    /** Lets all others go first, where the operating system knows priorities: the thread's call was given up. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how much a stuck call slows the others down
    public static void last(Thread thread) {
        thread.setPriority(MIN_PRIORITY);
    }

    /** Takes {@link #last} back for the current thread, whose call came back. */
    @SuppressWarnings("ThreadPriorityCheck")
    public static void asUsual() {
        Thread.currentThread().setPriority(NORM_PRIORITY);
    }
}
