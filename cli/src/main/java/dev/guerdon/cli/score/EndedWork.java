package dev.guerdon.cli.score;

import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.ProcessShutdown;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Work that an interrupt from the keyboard ends early, but not in the middle of what it writes. */
interface EndedWork {

    int run() throws IOException, InterruptedException;

    /**
     * Does the work.
     *
     * @param cancel asks it to end
     * @param patience how long it has for that
     */
    static int run(Runnable cancel, Duration patience, EndedWork work) throws IOException {
        CountDownLatch finished = new CountDownLatch(1);
        ProcessShutdown.Step atTheEnd = ProcessShutdown.at(ProcessShutdown.Phase.STOP, "stop scoring", () -> {
            cancel.run();
            try {
                if (!finished.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    System.err.println("guerdon: stopped in the middle of the work");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            return work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        } finally {
            finished.countDown();
            // Where the interrupt is being served already, the JVM ends with its exit code.
            atTheEnd.cancel();
        }
    }
}
