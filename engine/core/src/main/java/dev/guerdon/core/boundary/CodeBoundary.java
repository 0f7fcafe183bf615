package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.ForeignCalls;
import java.lang.System.Logger;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Calls foreign code in this thread: whatever it throws is described, and the thread is left as it was.
 *
 * <p>The owner of the thread keeps the deadline: the scorer's pools for rewards, {@link DeadlineThread} for resources.
 */
@Internal
public final class CodeBoundary {

    /** Number of futures of futures that are awaited. One that completes with itself would never end. */
    private static final int MAX_STAGES = 16;

    private static final Logger LOG = System.getLogger(CodeBoundary.class.getName());

    private CodeBoundary() {}

    /** Code that may throw anything, undeclared checked exceptions included. */
    @FunctionalInterface
    public interface Code<T extends @Nullable Object> {
        T run() throws Throwable;
    }

    /** Code without a result. */
    @FunctionalInterface
    public interface Action {
        void run() throws Throwable;
    }

    /** Turns a fault into something that the caller can use. */
    @FunctionalInterface
    public interface Otherwise<T extends @Nullable Object> {
        T of(CodeFault fault);
    }

    /**
     * Runs code that starts without an interrupt from earlier work and leaves none for later work.
     *
     * @param origin the class and method that is called, to name the line where it failed
     * @param otherwise gives the result where the code fails
     */
    public static <T extends @Nullable Object> T call(String origin, Code<T> code, Otherwise<T> otherwise) {
        Thread.interrupted();
        try {
            return code.run();
        } catch (Throwable e) {
            return otherwise.of(noted(CodeFault.of(e, origin)));
        } finally {
            Thread.interrupted();
            ForeignCalls.ended();
        }
    }

    /**
     * Calls a listener. What it throws is logged and stops nothing.
     *
     * @param what says in the log what failed
     */
    public static void tell(String what, Action listener) {
        try {
            listener.run();
        } catch (Throwable e) {
            LOG.log(
                    Logger.Level.WARNING,
                    what + " failed: " + noted(CodeFault.of(e)).text());
        }
    }

    private static CodeFault noted(CodeFault fault) {
        if (fault.kind() == CodeFault.Kind.EXHAUSTED) {
            ForeignThread.spend();
        }
        if (fault.kind() == CodeFault.Kind.JVM) {
            LOG.log(Logger.Level.WARNING, "the JVM reports that it is broken; restart soon: " + fault.text());
        }
        return fault;
    }

    /**
     * Returns the value behind stages and futures; waits for it.
     *
     * @throws Throwable what the future failed with, or what its methods threw
     */
    public static @Nullable Object settled(@Nullable Object returned) throws Throwable {
        Object value = returned;
        for (int i = 0; value instanceof CompletionStage<?> || value instanceof Future<?>; i++) {
            if (i == MAX_STAGES) {
                throw new PlainSnapshot.TooLarge("a future of a future, more than " + MAX_STAGES + " deep");
            }
            Future<?> future =
                    value instanceof CompletionStage<?> stage ? stage.toCompletableFuture() : (Future<?>) value;
            try {
                value = future.get();
            } catch (ExecutionException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }
        return value;
    }
}
