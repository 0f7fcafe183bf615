package dev.guerdon.core.boundary;

import dev.guerdon.core.base.OwnThread;

/**
 * A thread that runs foreign code, one call after the other, until a call may have left it in disorder.
 *
 * <p>Where memory or the stack runs out in the middle of a call, what the code keeps for its thread may be half written, and the next
 * call would read it. The owner of the thread then continues with a new one.
 */
final class ForeignThread extends OwnThread {

    private boolean spent;

    /** A daemon thread that is not started yet. */
    ForeignThread(Runnable work, String name) {
        super(name, work);
    }

    /** Marks this thread as one that should do no other call. */
    static void spend() {
        if (Thread.currentThread() instanceof ForeignThread own) {
            own.spent = true;
        }
    }

    /** Returns whether the current thread should do no other call. */
    static boolean isSpent() {
        return Thread.currentThread() instanceof ForeignThread own && own.spent;
    }

    /** Lets all others go first, where the operating system knows priorities: the thread's call was given up. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how much a stuck call slows the others down
    static void last(Thread thread) {
        thread.setPriority(MIN_PRIORITY);
    }

    /** Takes {@link #last} back for the current thread, whose call came back. */
    @SuppressWarnings("ThreadPriorityCheck")
    static void asUsual() {
        Thread.currentThread().setPriority(NORM_PRIORITY);
    }
}
