package dev.guerdon.cli.run;

import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.ImprovementSession;
import dev.guerdon.lab.IterationSession;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.viewer.ReportFile;
import picocli.CommandLine.Command;

/** {@code guerdon iterate}. */
@Command(
        name = "iterate",
        description = {
            "Try the changes that a plan lists, keep or roll back each by its reward, and write the report.",
            "A session keeps a useless change with a chance of at most alpha (0.05), over all changes. It first tells"
                    + " what gains the plan can notice, and runs the winner again at the end."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon iterate examples/web-research-iteration/plan.yaml", "  guerdon iterate plan.yaml --resume"
        })
final class IterateCommand extends PlanCommand {

    @Override
    int run(Registry registry, RunStore store) throws InterruptedException {
        if (ImprovementSession.races(plan) && !(resume && IterationSession.begun(store, plan))) {
            return improve(registry, store, new ImprovementSession.Options(anyway, false, null));
        }
        IterationPlan read = IterationSession.plan(plan);
        IterationSession iteration = resume
                ? IterationSession.resume(registry, store, read, anyway)
                : IterationSession.start(registry, store, read, anyway);
        IterationSession.Result result = guarded(iteration::interrupt, () -> {
            try (IterationProgress progress =
                    new IterationProgress(err(), Screens.of(spec).err(), quiet, iteration.episodes())) {
                IterationSession.Result ended = iteration.run(progress);
                ended.report().ifPresent(report -> ReportFile.writeBoth(report, ended.folder()));
                return ended;
            }
        });
        next = result.champion().isEmpty() ? "" : "guerdon show " + result.champion();
        out().print(
                        json
                                ? JsonCodec.write(IterationText.json(store, result)) + "\n"
                                : IterationText.table(store, result, screen()));
        out().flush();
        return result.complete() ? ExitCode.DONE : stopped();
    }
}
