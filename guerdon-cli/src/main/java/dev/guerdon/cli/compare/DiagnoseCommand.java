package dev.guerdon.cli.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.run.ShowCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Diagnoser;
import dev.guerdon.lab.DiagnosisJson;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon diagnose}. */
@Command(
        name = "diagnose",
        description =
                "Say why the episodes of a run lost reward: the likely cause, the evidence, and what the score would"
                        + " have been.")
@Internal
public final class DiagnoseCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(index = "0", paramLabel = "RUN", description = "A run's name, its beginning, its folder, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Parameters(
            index = "1",
            paramLabel = "TASK",
            arity = "0..1",
            description =
                    "A task's id, with #N for one of its repeats; or its place, from 0. Everything that was found.")
    private @Nullable String task;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Examine the N episodes with the lowest rewards; 2000 by default.")
    private int limit = Diagnoser.USUAL_LIMIT;

    @Option(names = "--json", description = "Print it as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Registry registry = sources.registry();
        PrintWriter out = spec.commandLine().getOut();
        try (Run run = runs.store().open(name)) {
            List<Episode> chosen = task == null ? run.episodes() : List.of(ShowCommand.find(run, task));
            Diagnosis diagnosis = Diagnoser.of(registry, run, chosen, Diagnoser.rules(registry), Math.max(1, limit));
            if (json) {
                out.println(JsonCodec.write(DiagnosisJson.of(diagnosis)));
            } else {
                out.print(task == null ? DiagnosisText.overview(diagnosis) : DiagnosisText.detail(diagnosis));
            }
        }
        return ExitCode.DONE;
    }
}
