package dev.guerdon.cli.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.FieldMap;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.RunsFolder.RunArgument;
import dev.guerdon.cli.input.ScorerOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.LabJson;
import dev.guerdon.lab.RescoredRun;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunWriter;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code guerdon rescore}. */
@Command(
        name = "rescore",
        description = {
            "Score a stored run again with another reward, and list every flip.",
            "A reward that needs the live environment cannot score a stored run; its episodes are reported as unscored."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon rescore latest --reward qa_f1_reward",
            "  guerdon rescore latest --reward my_reward --source MyReward.java --save"
        })
final class RescoreCommand extends BaseCommand {

    @Mixin
    private final RunArgument chosen = new RunArgument();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Mixin
    private final CompareOptions options = new CompareOptions();

    @Option(
            names = "--reward",
            required = true,
            paramLabel = "NAME",
            description = "Score with this reward; 'guerdon rewards' lists them.")
    private String reward = "";

    @Mixin
    private final FieldMap fields = new FieldMap();

    @Option(names = "--save", description = "Store the new scores as a new run.")
    private boolean save;

    @Mixin
    private final ScorerOptions scoring = new ScorerOptions();

    @Option(names = "--all", description = "List every change, and not only the first 50.")
    private boolean all;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Registry registry = isolation.registry(err());
        RewardEntry entry = registry.mapped(List.of(registry.reward(reward)), fields.names())
                .getFirst();
        RunStore store = chosen.folder().store();
        try (Run run = store.open(chosen.name());
                Scorer scorer = scoring.scorer(registry)) {
            if (run.metrics().episodes() == 0) {
                throw new GuerdonException("the run " + run.info().name() + " has no finished episode to score");
            }
            RescoredRun rescoring;
            String saved = null;
            if (save) {
                try (RunWriter writer = store.create(RescoredRun.info(run.info(), entry.name(), ""))) {
                    rescoring = rescore(run, entry, scorer, writer);
                    writer.finish(run.info().status());
                    saved = writer.info().name();
                }
            } else {
                rescoring = rescore(run, entry, scorer, null);
            }
            print(rescoring, saved);
            next = saved == null
                    ? "guerdon rescore " + chosen.folder().word(run) + " --reward "
                            + InvokedCommand.quoted(entry.name()) + " --save"
                    : "guerdon compare " + chosen.folder().word(run) + " " + saved;
            return rescoring.unscored().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPLETE;
        }
    }

    private RescoredRun rescore(Run run, RewardEntry entry, Scorer scorer, @Nullable RunWriter writer) {
        return RescoredRun.of(run, entry, scorer, options.get(), writer);
    }

    private void print(RescoredRun rescoring, @Nullable String saved) {
        PrintWriter out = out();
        if (!json) {
            out.print(new RescoreText(rescoring, all, screen()).text());
            if (saved != null) {
                out.println("\nstored as " + saved);
            }
            return;
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("run", rescoring.run());
        object.put("before", rescoring.before());
        object.put("after", rescoring.after());
        object.put("episodes", rescoring.episodes());
        object.put("flips", rescoring.counts().flips());
        object.put("unscored", rescoring.unscored());
        object.put("missing", rescoring.counts().missing());
        object.put("saved", saved);
        object.put("changes", rescoring.changes());
        object.put("comparison", LabJson.of(rescoring.comparison(), List.of()));
        out.println(JsonCodec.write(object));
    }
}
