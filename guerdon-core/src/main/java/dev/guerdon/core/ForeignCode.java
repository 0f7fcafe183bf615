package dev.guerdon.core;

import dev.guerdon.api.Internal;
import dev.guerdon.core.boundary.Boundary;
import dev.guerdon.core.boundary.Deadline;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.boundary.FaultException;
import dev.guerdon.core.worker.ForeignStreams;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Calls code that users wrote, for those who do more with it than score: agents, servers, listeners. */
@Internal
public final class ForeignCode {

    /** The time that one call of a tool or policy has. */
    public static final Duration DEADLINE = Duration.ofMinutes(10);

    private ForeignCode() {}

    /** The code took longer than it may. It still runs. */
    public static final class LateException extends Exception {
        private static final long serialVersionUID = 1L;

        LateException(String message) {
            super(message);
        }
    }

    /**
     * Calls code in another thread and waits for it, no longer than {@link #DEADLINE}. An interrupt is passed on to the code.
     *
     * @param what names the code where it is late
     * @throws LateException where the deadline passed
     * @throws Exception what the code threw; ask nobody but {@link #reason} what it says
     */
    public static <T> T call(String what, Callable<T> code) throws Exception {
        return call(what, code, DEADLINE);
    }

    /**
     * Calls code as {@link #call(String, Callable)} does, with a deadline of its own.
     *
     * @throws LateException where the deadline passed
     * @throws Exception what the code threw; ask nobody but {@link #reason} what it says
     */
    public static <T> T call(String what, Callable<T> code, Duration deadline) throws Exception {
        try {
            return Deadline.call(deadline, what, code::call, late -> {});
        } catch (FaultException e) {
            switch (e.thrown()) {
                case null -> throw new LateException(e.fault().message());
                case Exception thrown -> throw thrown;
                case Error thrown -> throw thrown;
                case Throwable thrown ->
                    throw new IllegalStateException(what + " threw " + e.fault().text());
            }
        }
    }

    /**
     * Takes the standard streams away from whatever is loaded later: it finds no input, and what it prints goes to standard error. Whoever
     * needs them for data opens their descriptors before.
     */
    public static void guardStreams() {
        ForeignStreams.guard();
    }

    /** Tells somebody who only listens, or closes something; what fails is logged and stops nothing. */
    public static void tell(String what, Runnable code) {
        Boundary.tell(what, code::run);
    }

    /** What an exception says, or what it is where it says nothing. Never throws, whatever the exception's methods do. */
    public static String reason(Throwable thrown) {
        return Fault.of(thrown).reason();
    }
}
