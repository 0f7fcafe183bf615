package dev.guerdon.cli.terminal;

import static dev.guerdon.cli.terminal.EndRequests.Kind.INTERRUPT;
import static dev.guerdon.cli.terminal.EndRequests.Kind.TERMINATE;

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
        Signals.unregister(INTERRUPT.signal(), interrupt);
        Signals.unregister(TERMINATE.signal(), terminate);
        requests.remove(listener);
    }
}
