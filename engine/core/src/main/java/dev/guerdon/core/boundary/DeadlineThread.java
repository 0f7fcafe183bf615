package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.ForeignCalls;
import dev.guerdon.core.boundary.CodeFault.FaultException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Calls foreign code in another thread, and waits no longer than a deadline.
 *
 * <p>Code past its deadline is interrupted and left to itself, as nothing can stop it. An interrupt of the caller is passed on to the
 * code, which then has half a minute to end.
 */
@Internal
public final class DeadlineThread {

    /** Time that a call may take to end after an interrupt. */
    public static final Duration GRACE = Duration.ofSeconds(30);

    private static final AtomicInteger ABANDONED = new AtomicInteger();

    private DeadlineThread() {}

    /**
     * Calls code.
     *
     * @param what names the call in the message if it is late
     * @param tooLate gets a result that came after the deadline, such as a resource that must be closed
     * @throws FaultException if the code failed or was late
     */
    public static <T> T call(Duration deadline, String what, CodeBoundary.Code<T> code, Consumer<T> tooLate)
            throws FaultException {
        ForeignCall<T> call = new ForeignCall<>(
                () -> {
                    try {
                        return code.run();
                    } catch (Throwable e) {
                        throw new FaultException(CodeFault.of(e), e);
                    } finally {
                        ForeignCalls.endedInOwnThread();
                    }
                },
                value -> {
                    ABANDONED.decrementAndGet();
                    if (value != null) {
                        CodeBoundary.tell("dealing with a result that came too late", () -> tooLate.accept(value));
                    }
                });
        try {
            call.start();
        } catch (Throwable e) {
            throw new FaultException(CodeFault.of(e), e);
        }
        return await(call, deadline, what);
    }

    /** Runs code without a result. */
    public static void run(Duration deadline, String what, CodeBoundary.Action code) throws FaultException {
        call(
                deadline,
                what,
                () -> {
                    code.run();
                    return true;
                },
                done -> {});
    }

    /** Returns whether a call still runs that was left to itself. */
    public static boolean isSomeCallAbandoned() {
        return ABANDONED.get() > 0;
    }

    /** Waits for the result until the deadline, where the call is given up. */
    private static <T> T await(ForeignCall<T> call, Duration deadline, String what) throws FaultException {
        long end = System.nanoTime() + deadline.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return call.outcome().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                    call.interrupt();
                    end = Math.min(end, System.nanoTime() + GRACE.toNanos());
                } catch (ExecutionException e) {
                    throw Objects.requireNonNull((FaultException) e.getCause());
                } catch (TimeoutException e) {
                    if (call.abandon(ABANDONED::incrementAndGet)) {
                        String message = what + " took longer than " + DurationText.format(deadline);
                        throw new FaultException(
                                new CodeFault(CodeFault.Kind.LATE, "", message, "", Score.Reason.TIMEOUT), null);
                    }
                    // The result is there in a moment.
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
