package dev.guerdon.cli.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.run.ShowCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Diagnoser;
import dev.guerdon.lab.DiagnosisJson;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.DiagnosisRule;
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
                "Find out why episodes of a run lost reward: the likely cause, the evidence, and the score without"
                        + " that cause.",
        footerHeading = Examples.HEADING,
        footer = {"  guerdon diagnose latest", "  guerdon diagnose latest webshop-3"})
@Internal
public final class DiagnoseCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "Diagnose this run: its name, the start of its name, its folder, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Parameters(
            index = "1",
            paramLabel = "TASK",
            arity = "0..1",
            description = "Show all findings of this task: its id, with #N for a repeat; or its position, from 0.")
    private @Nullable String task;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Examine the N episodes with the lowest rewards. Default: 2000.")
    private int limit = Diagnoser.USUAL_LIMIT;

    @Option(names = "--json", description = "Print the diagnosis as JSON.")
    private boolean json;

    private String next = "";

    @Override
    public Integer call() {
        Registry registry = sources.registry();
        PrintWriter out = spec.commandLine().getOut();
        try (Run run = runs.store().open(name)) {
            List<DiagnosisRule> rules = Diagnoser.rules(registry);
            Diagnosis diagnosis = task == null
                    ? Diagnoser.of(registry, run, rules, Math.max(1, limit))
                    : Diagnoser.of(registry, run, List.of(ShowCommand.find(run, task)), rules, 1);
            next = diagnosis.episodes().isEmpty() || task != null
                    ? "guerdon report " + runs.word(run)
                    : "guerdon diagnose " + runs.word(run) + " "
                            + NextStep.quoted(
                                    DiagnosisText.key(diagnosis.episodes().getFirst()));
            if (json) {
                out.println(JsonCodec.write(DiagnosisJson.of(diagnosis)));
            } else {
                out.print(
                        task == null
                                ? DiagnosisText.overview(
                                        diagnosis, Screens.of(spec).out())
                                : DiagnosisText.detail(diagnosis));
            }
        }
        return ExitCode.DONE;
    }

    @Override
    public String next() {
        return next;
    }
}
