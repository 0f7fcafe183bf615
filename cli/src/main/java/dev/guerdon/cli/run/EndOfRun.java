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

/** Messages for the user at the end of a run. */
final class EndOfRun {

    private EndOfRun() {}

    /** Returns the command that continues a run. */
    private static String resume(String run, RunsFolder runs) {
        return InvokedCommand.line("guerdon run --resume " + run + runs.typed());
    }

    /** Returns the exception for a run that was stopped because its model fails again and again. It can be resumed. */
    static EndedEarly stopped(String fault, String run, RunsFolder runs) {
        return new EndedEarly(
                "the run was stopped, because " + fault + (fault.endsWith("?") ? " " : ". ")
                        + "Fix the cause and continue with '" + resume(run, runs)
                        + "', or use --keep-going to ignore such failures",
                new LabException(fault));
    }

    /** Returns the exception for an error that ended a run; if the run had begun, it can be resumed. */
    static RuntimeException early(RunJob job, RuntimeException reason, RunsFolder runs) {
        return job.begun()
                .<RuntimeException>map(folder -> new EndedEarly(
                        (reason instanceof GuerdonException ? reason.getMessage() : "unexpected " + reason)
                                + "; the episodes before it are stored, and '"
                                + resume(String.valueOf(folder.getFileName()), runs) + "' continues the run",
                        reason))
                .orElse(reason);
    }

    /** Returns the command to type next: resume, diagnose lost reward, or look at the run. */
    static String suggestion(Run run) {
        String name = run.info().name();
        if (run.info().status() != RunInfo.Status.COMPLETE) {
            return "guerdon run --resume " + name;
        }
        return run.metrics().perfect() < run.metrics().episodes() ? "guerdon diagnose " + name : "guerdon show " + name;
    }

    /** Returns how many episodes were not run, and how to run them; empty if nothing was left out on purpose. */
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
