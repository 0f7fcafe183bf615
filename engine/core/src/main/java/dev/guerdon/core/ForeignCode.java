package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.Agents;
import dev.guerdon.core.boundary.CodeBoundary;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.boundary.CodeFault.FaultException;
import dev.guerdon.core.boundary.DeadlineThread;
import dev.guerdon.core.registry.PluginLoader;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Calls code that users wrote, for those who do more with it than score: agents, servers, listeners. */
@Internal
public final class ForeignCode {

    /** The time that one call of a tool or policy has. */
    public static final Duration DEADLINE = Duration.ofMinutes(10);

    /** The time that a call has after an interrupt. */
    public static final Duration GRACE = DeadlineThread.GRACE;

    private ForeignCode() {}

    /** The code took longer than it may. It still runs. */
    public static final class LateException extends Exception {
        private static final long serialVersionUID = 1L;

        LateException(String message) {
            super(message);
        }
    }

    /** Returns whether something is of a class of the user's own, or calls such a thing. */
    public static boolean isForeign(Object code) {
        return code instanceof Agents.UserCode user ? isForeign(user.code()) : PluginLoader.has(code.getClass());
    }

    /**
     * Calls code of a plugin that must work before anything begins, such as one that lists tasks; in another thread if it is the user's own.
     *
     * @param plugin the object whose code it is
     * @param what names it in the message
     * @throws GuerdonException if it fails or takes longer than {@link #DEADLINE}
     */
    public static <T> T require(Object plugin, String what, Supplier<T> code) {
        if (!isForeign(plugin)) {
            return code.get();
        }
        try {
            return call(what, code::get);
        } catch (GuerdonException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException(what + " was interrupted");
        } catch (Throwable e) {
            throw new GuerdonException(what + " failed: " + CodeFault.of(e).text());
        }
    }

    /**
     * Calls code in another thread and waits for it, no longer than {@link #DEADLINE}. An interrupt is passed on to the code.
     *
     * @param what names the code if it is late
     * @throws LateException if the deadline passed
     * @throws Exception what the code threw; only {@link #reason} may read its message
     */
    public static <T> T call(String what, Callable<T> code) throws Exception {
        return call(what, code, DEADLINE);
    }

    /**
     * Calls code as {@link #call(String, Callable)} does, with a deadline of its own.
     *
     * @throws LateException if the deadline passed
     * @throws Exception what the code threw; only {@link #reason} may read its message
     */
    public static <T> T call(String what, Callable<T> code, Duration deadline) throws Exception {
        try {
            return DeadlineThread.call(deadline, what, code::call, late -> {});
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

    /** Calls a listener, or closes something; what it throws is logged and stops nothing. */
    public static void tell(String what, Runnable code) {
        CodeBoundary.tell(what, code::run);
    }

    /** Returns what an exception says, or what it is where it says nothing. Never throws, whatever the exception's methods do. */
    public static String reason(Throwable thrown) {
        return CodeFault.of(thrown).reason();
    }
}
