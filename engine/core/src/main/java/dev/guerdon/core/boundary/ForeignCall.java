package dev.guerdon.core.boundary;

import dev.guerdon.core.boundary.CodeBoundary.Code;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of foreign code in a thread of its own, which can be given up: its thread is interrupted, and left to itself.
 *
 * <p>A virtual thread that computes without end holds one of the few carrier threads, and a handful of such calls would keep all others
 * from running. So the first few hundred at once have platform threads, which the operating system takes turns with; only what is
 * beyond that is virtual.
 */
final class ForeignCall<T> implements Runnable {

    /** Number of calls that have a platform thread at once. */
    private static final int PLATFORM_THREADS = 1024;

    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), ForeignCall::thread);

    private final Code<T> code;
    private final Consumer<@Nullable T> onLateReturn;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private @Nullable Thread thread;
    private boolean abandoned;
    private boolean ended;

    /** @param onLateReturn called if a call that was given up returns after all, with its result; null if it failed */
    ForeignCall(Code<T> code, Consumer<@Nullable T> onLateReturn) {
        this.code = code;
        this.onLateReturn = onLateReturn;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new ForeignThread(work, "guerdon-foreign");
        thread.setUncaughtExceptionHandler((ended, how) -> {});
        return thread;
    }

    /** Ends a thread that should do no other call. */
    private static final class Spent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Spent() {
            super("", null, false, false);
        }
    }

    /** Returns what the code gave, or threw; never there where the call was given up. */
    CompletableFuture<T> outcome() {
        return outcome;
    }

    /** Starts the call. What this throws says that the system has no thread for it. */
    void start() {
        if (RUNNING.incrementAndGet() <= PLATFORM_THREADS) {
            try {
                THREADS.execute(this);
                return;
            } catch (OutOfMemoryError e) {
                // The system gives no more threads; a virtual one needs none of its own.
            }
        }
        try {
            Thread.ofVirtual().name("guerdon-foreign").start(this);
        } catch (Throwable e) {
            RUNNING.decrementAndGet();
            throw e;
        }
    }

    @Override
    public void run() {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        T value = null;
        Throwable problem = null;
        try {
            value = code.run();
        } catch (Throwable e) {
            problem = e;
        } finally {
            RUNNING.decrementAndGet();
        }
        boolean late;
        synchronized (this) {
            // From here on this thread is not interrupted, which may soon do something else.
            thread = null;
            ended = true;
            late = abandoned;
        }
        Thread.interrupted();
        if (late) {
            ForeignThread.asUsual();
            onLateReturn.accept(value);
        } else if (problem == null) {
            outcome.complete(value);
        } else {
            outcome.completeExceptionally(problem);
        }
        if (ForeignThread.isSpent()) {
            throw new Spent();
        }
    }

    /**
     * Gives the call up; false if that was done before, or if it has ended and its outcome is there in a moment.
     *
     * @param then done before the late return of the call is reported
     */
    synchronized boolean abandon(Runnable then) {
        if (ended || abandoned) {
            return false;
        }
        abandoned = true;
        if (thread != null) {
            thread.interrupt();
            ForeignThread.last(thread);
        }
        then.run();
        return true;
    }

    synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
