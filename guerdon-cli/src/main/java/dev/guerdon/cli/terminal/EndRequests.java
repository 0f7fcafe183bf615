package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Shutdown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Requests to end that reach this process as signals, as the process that started it tells of them, or both ways: a terminal sends Ctrl-C
 * to both processes. Each way counts for itself, and only what raises the larger count is a new request.
 */
@Internal
public final class EndRequests {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What is asked for. */
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

    private static final EndRequests PROCESS = new EndRequests(kind -> Shutdown.exit(kind.exitCode, PATIENCE));

    private final Listener nobody;
    private final Map<Kind, Integer> signalled = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> told = new EnumMap<>(Kind.class);
    private final List<Listener> listeners = new ArrayList<>();

    /**
     * @param nobody receives requests while nobody else does
     */
    EndRequests(Listener nobody) {
        this.nobody = nobody;
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
            listener = listeners.isEmpty() ? nobody : listeners.getLast();
        }
        listener.asked(kind);
    }
}
