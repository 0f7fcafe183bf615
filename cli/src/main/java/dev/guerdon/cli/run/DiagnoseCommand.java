package dev.guerdon.cli.run;

import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.input.RunsFolder.RunArgument;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.LabJson;
import dev.guerdon.lab.RunDiagnoser;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Run;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon diagnose}. */
@Command(
        name = "diagnose",
        description =
                "Find out why episodes of a run lost reward: the likely cause, the evidence, and the score without"
                        + " that cause.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon diagnose latest", "  guerdon diagnose latest webshop-3"})
final class DiagnoseCommand extends BaseCommand {

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunArgument chosen = new RunArgument();

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
    @AllowedRange(from = 1)
    private int limit = RunDiagnoser.USUAL_LIMIT;

    @Option(names = "--json", description = "Print the diagnosis as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Registry registry = sources.registry();
        PrintWriter out = out();
        try (Run run = chosen.open()) {
            List<DiagnosisRule> rules = RunDiagnoser.rules(registry);
            Diagnosis diagnosis = task == null
                    ? RunDiagnoser.of(registry, run, rules, limit)
                    : RunDiagnoser.of(registry, run, List.of(ShowCommand.find(run, task)), rules, 1);
            next = diagnosis.episodes().isEmpty() || task != null
                    ? "guerdon report " + chosen.folder().word(run)
                    : "guerdon diagnose " + chosen.folder().word(run) + " "
                            + InvokedCommand.quoted(
                                    DiagnosisText.key(diagnosis.episodes().getFirst()));
            if (json) {
                out.println(JsonCodec.write(LabJson.of(diagnosis)));
            } else {
                out.print(task == null ? DiagnosisText.overview(diagnosis, screen()) : DiagnosisText.detail(diagnosis));
            }
        }
        return ExitCode.DONE;
    }
}
