package dev.guerdon.cli.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.util.Optional;

/** Text that a user is shown when a run has ended, early or not. */
final class EndOfRun {

    private EndOfRun() {}

    /** The line that goes on with a run. */
    private static String resume(String run, RunsFolder runs) {
        return InvokedCommand.line("guerdon run --resume " + run + runs.typed());
    }

    /** A model that fails again and again is no wrong usage: what was stored is good, and the run can go on. */
    static EndedEarly stopped(String fault, String run, RunsFolder runs) {
        return new EndedEarly(
                "the run was stopped, because " + fault + (fault.endsWith("?") ? " " : ". ")
                        + "Once that is fixed, '" + resume(run, runs)
                        + "' goes on; --keep-going runs all episodes whatever happens",
                new LabException(fault));
    }

    /** What ends a run that has begun is a fault, and not wrong usage: what was stored is good. */
    static RuntimeException early(RunJob job, RuntimeException reason, RunsFolder runs) {
        return job.begun()
                .<RuntimeException>map(folder -> new EndedEarly(
                        (reason instanceof GuerdonException ? reason.getMessage() : "unexpected " + reason)
                                + "; the episodes before it are stored, and '"
                                + resume(String.valueOf(folder.getFileName()), runs) + "' goes on",
                        reason))
                .orElse(reason);
    }

    /** What lost reward is worth a diagnosis; a run without a loss is worth a look. */
    static String suggestion(Run run) {
        String name = run.info().name();
        if (run.info().status() != RunInfo.Status.COMPLETE) {
            return "guerdon run --resume " + name;
        }
        return run.metrics().perfect() < run.metrics().episodes() ? "guerdon diagnose " + name : "guerdon show " + name;
    }

    /** Returns how many episodes were not run, and how to run them; empty where nothing was left out on purpose. */
    static Optional<String> leftOver(RunInfo info, int episodes, RunsFolder runs) {
        return switch (info.status()) {
            case COMPLETE, STOPPED -> Optional.empty();
            case RUNNING, INTERRUPTED, BUDGET, KILLED ->
                Optional.of("guerdon: " + (RunOutput.planned(info) - episodes) + " episodes were not run"
                        + (info.status() == RunInfo.Status.BUDGET ? ", because a budget of the run is spent" : "")
                        + "; '" + resume(info.name(), runs) + "' runs them");
        };
    }
}
