package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Shutdown;
import java.io.PrintWriter;
import java.time.Duration;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C while a run is under way: the first finishes what is in flight, the second stops at once, a third ends the process, which
 * closes what it holds if that does not take long. A request to terminate stops at once, too. Commands that use no such object end as
 * {@link Shutdown} has it.
 */
@Internal
public final class Interrupts implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Runnable stop;
    private final PrintWriter err;
    private final @Nullable Object interrupt;
    private final @Nullable Object terminate;
    private int presses;

    public Interrupts(Runnable stop, PrintWriter err) {
        this.stop = stop;
        this.err = err;
        this.interrupt = Signals.register("INT", this::pressed);
        this.terminate = Signals.register("TERM", this::terminated);
    }

    private synchronized void pressed() {
        presses++;
        switch (presses) {
            case 1 -> say("finishing what is in flight; press Ctrl-C again to stop at once");
            case 2 -> say("stopping");
            default -> {
                Shutdown.exit(ExitCode.INTERRUPTED, PATIENCE);
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
        err.flush();
    }

    /** Whether anybody asked for the end. */
    public synchronized boolean happened() {
        return presses > 0;
    }

    @Override
    public void close() {
        Signals.unregister("INT", interrupt);
        Signals.unregister("TERM", terminate);
    }
}
