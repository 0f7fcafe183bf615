package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.base.Durations;
import dev.guerdon.base.ForeignCalls;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls foreign code in another thread, and waits no longer than a deadline.
 *
 * <p>Code past its deadline is interrupted and left to itself, as nothing can stop it. An interrupt of the caller is passed on to the
 * code, which then has half a minute to end.
 */
@Internal
public final class Deadline {

    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("guerdon-foreign").factory());

    /** How many calls have a platform thread, which can compute without end and keep nobody else from running. */
    private static final int PLATFORM_THREADS = 512;

    /** How long a call may go on after an interrupt. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final AtomicInteger RUNNING = new AtomicInteger();

    private Deadline() {}

    /**
     * Calls code.
     *
     * @param what names the call in the message where it is late
     * @param tooLate gets a result that came after the deadline, such as a resource that must be closed
     * @throws FaultException where the code failed or was late
     */
    public static <T> T call(Duration deadline, String what, Boundary.Code<T> code, Consumer<T> tooLate)
            throws FaultException {
        Call<T> call = new Call<>(code, tooLate);
        start(call);
        if (!call.await(deadline.toNanos())) {
            throw new FaultException(
                    new Fault(
                            Fault.Kind.LATE,
                            "",
                            what + " took longer than " + Durations.format(deadline),
                            "",
                            Score.Reason.TIMEOUT),
                    null);
        }
        Fault fault = call.fault;
        if (fault != null) {
            throw new FaultException(fault, call.thrown);
        }
        return call.result();
    }

    private static void start(Call<?> call) throws FaultException {
        try {
            if (RUNNING.incrementAndGet() <= PLATFORM_THREADS) {
                THREADS.execute(call);
                return;
            }
        } catch (OutOfMemoryError e) {
            // The system gives no more threads; a virtual one needs none of its own.
        }
        try {
            Thread.ofVirtual().name("guerdon-foreign").start(call);
        } catch (Throwable e) {
            RUNNING.decrementAndGet();
            throw new FaultException(Fault.of(e), e);
        }
    }

    /** Runs code without a result. */
    public static void run(Duration deadline, String what, Boundary.Action code) throws FaultException {
        call(
                deadline,
                what,
                () -> {
                    code.run();
                    return true;
                },
                done -> {});
    }

    private static final class Call<T> implements Runnable {
        private final Boundary.Code<T> code;
        private final Consumer<T> tooLate;
        private final ReentrantLock lock = new ReentrantLock();
        private final CountDownLatch finished = new CountDownLatch(1);
        private @Nullable Thread thread;
        private boolean abandoned;
        private boolean ended;
        private volatile @Nullable T result;
        private volatile @Nullable Fault fault;
        private volatile @Nullable Throwable thrown;

        Call(Boundary.Code<T> code, Consumer<T> tooLate) {
            this.code = code;
            this.tooLate = tooLate;
        }

        @SuppressWarnings("NullAway") // without a fault there is what the code gave
        T result() {
            return result;
        }

        @Override
        public void run() {
            begin();
            T value = null;
            try {
                value = code.run();
                result = value;
            } catch (Throwable e) {
                thrown = e;
                fault = Fault.of(e);
            } finally {
                RUNNING.decrementAndGet();
                ForeignCalls.ended();
            }
            boolean late = end();
            Thread.interrupted();
            ForeignThread.asUsual();
            finished.countDown();
            T kept = value;
            if (late && kept != null) {
                Boundary.tell("dealing with a result that came too late", () -> tooLate.accept(kept));
            }
        }

        private void begin() {
            lock.lock();
            try {
                thread = Thread.currentThread();
            } finally {
                lock.unlock();
            }
        }

        /** From here on nobody interrupts this thread, which may soon do something else; true where the call was given up. */
        private boolean end() {
            lock.lock();
            try {
                thread = null;
                ended = true;
                return abandoned;
            } finally {
                lock.unlock();
            }
        }

        /** Waits for the end; false where the call was given up. */
        boolean await(long nanos) {
            long end = System.nanoTime() + nanos;
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        if (finished.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                            return true;
                        }
                        return !giveUp();
                    } catch (InterruptedException e) {
                        interrupted = true;
                        interrupt();
                        end = Math.min(end, System.nanoTime() + GRACE.toNanos());
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private boolean giveUp() {
            lock.lock();
            try {
                if (ended) {
                    return false;
                }
                abandoned = true;
                if (thread != null) {
                    thread.interrupt();
                    ForeignThread.last(thread);
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        private void interrupt() {
            lock.lock();
            try {
                if (thread != null) {
                    thread.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
