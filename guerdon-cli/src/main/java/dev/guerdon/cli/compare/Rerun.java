package dev.guerdon.cli.compare;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.cli.terminal.Interrupts;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunOptions;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/**
 * Runs again what failed in stored runs, before anything is decided on them.
 *
 * @param retries how often at most
 */
record Rerun(Registry registry, RunStore store, int retries, PrintWriter err) {

    /** Runs again what failed in a run; whether all that was done, and nobody interrupted it. */
    boolean of(String name) throws InterruptedException {
        long failed;
        try (Run run = store.open(name)) {
            failed = run.episodes().stream().filter(Episode::failed).count();
        }
        if (failed == 0) {
            return true;
        }
        err.println(
                "guerdon: running " + failed + " failed episode" + (failed == 1 ? "" : "s") + " of " + name + " again");
        err.flush();
        // Continuing a run is the first try.
        RunOptions.Faults faults = new RunOptions.Faults(retries - 1, false);
        RunJob job =
                RunJob.resume(registry, store, name, new RunJob.Continuation(0, Map.of(), Optional.empty(), faults));
        try (Interrupts interrupts = new Interrupts(job::interrupt, err)) {
            job.run(new RolloutListener() {}).close();
            if (job.fault().isPresent()) {
                LabException fault = new LabException(job.fault().get());
                throw new EndedEarly(
                        "the failed episodes of " + name + " could not be run again: " + fault.getMessage(), fault);
            }
            return !interrupts.happened();
        }
    }
}
