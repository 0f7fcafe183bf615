package dev.guerdon.cli.terminal;

import static dev.guerdon.cli.terminal.EndRequests.Kind.INTERRUPT;
import static dev.guerdon.cli.terminal.EndRequests.Kind.TERMINATE;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.ProcessShutdown;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Requests to end that reach this process as signals, as messages of the process that started it, or both ways: a terminal sends Ctrl-C
 * to both processes. Each way counts for itself, and only what raises the larger count is a new request.
 */
@Internal
public final class EndRequests {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Kind of question. */
    @Internal
    public enum Kind {
        /** Ctrl-C. */
        INTERRUPT("INT", ExitCode.INTERRUPTED),
        /** A request to terminate. */
        TERMINATE("TERM", 143);

        private final String signal;
        private final int exitCode;

        Kind(String signal, int exitCode) {
            this.signal = signal;
            this.exitCode = exitCode;
        }

        public String signal() {
            return signal;
        }
    }

    /** Receives requests. */
    @FunctionalInterface
    interface Listener {
        void asked(Kind kind);
    }

    private static final EndRequests PROCESS = new EndRequests(kind -> ProcessShutdown.exit(kind.exitCode, PATIENCE));

    private final Listener fallback;
    private final Map<Kind, Integer> signalled = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> told = new EnumMap<>(Kind.class);
    private final List<Listener> listeners = new ArrayList<>();

    /**
     * @param fallback receives requests while there is no other listener
     */
    EndRequests(Listener fallback) {
        this.fallback = fallback;
    }

    static EndRequests ofProcess() {
        return PROCESS;
    }

    /** Passes on what the process that started this one was asked for. */
    public static void tell(Kind kind) {
        PROCESS.told(kind);
    }

    synchronized void add(Listener listener) {
        listeners.add(listener);
    }

    synchronized void remove(Listener listener) {
        listeners.remove(listener);
    }

    void signalled(Kind kind) {
        count(kind, signalled, told);
    }

    void told(Kind kind) {
        count(kind, told, signalled);
    }

    private void count(Kind kind, Map<Kind, Integer> way, Map<Kind, Integer> other) {
        Listener listener;
        synchronized (this) {
            int count = way.merge(kind, 1, Integer::sum);
            if (count <= other.getOrDefault(kind, 0)) {
                return;
            }
            listener = listeners.isEmpty() ? fallback : listeners.getLast();
        }
        listener.asked(kind);
    }

    /**
     * Ctrl-C while a run is under way: the first finishes what is in flight, the second stops at once, a third ends the process, which
     * closes what it holds if that does not take long. A request to terminate stops at once, too. Commands that use no such object end as
     * {@link ProcessShutdown} has it.
     */
    @Internal
    public static final class Interrupts implements AutoCloseable {

        private static final Duration PATIENCE = Duration.ofSeconds(5);

        private final Runnable stop;
        private final PrintWriter err;
        private final @Nullable Object interrupt;
        private final @Nullable Object terminate;
        private final EndRequests requests = EndRequests.ofProcess();
        private final EndRequests.Listener listener = this::asked;
        private int presses;

        public Interrupts(Runnable stop, PrintWriter err) {
            this.stop = stop;
            this.err = err;
            requests.add(listener);
            this.interrupt = Signals.register(INTERRUPT.signal(), () -> requests.signalled(INTERRUPT));
            this.terminate = Signals.register(TERMINATE.signal(), () -> requests.signalled(TERMINATE));
        }

        private void asked(EndRequests.Kind kind) {
            switch (kind) {
                case INTERRUPT -> pressed();
                case TERMINATE -> terminated();
            }
        }

        private synchronized void pressed() {
            presses++;
            switch (presses) {
                case 1 -> say("finishing what is in flight; press Ctrl-C again to stop at once");
                case 2 -> say("stopping");
                default -> {
                    ProcessShutdown.exit(ExitCode.INTERRUPTED, PATIENCE);
                    return;
                }
            }
            stop.run();
        }

        private void terminated() {
            pressed();
            pressed();
        }

        private void say(String what) {
            err.println("\nguerdon: " + what);
        }

        /** Returns whether the end was requested. */
        public synchronized boolean happened() {
            return presses > 0;
        }

        @Override
        public void close() {
            Signals.unregister(INTERRUPT.signal(), interrupt);
            Signals.unregister(TERMINATE.signal(), terminate);
            requests.remove(listener);
        }
    }
}
