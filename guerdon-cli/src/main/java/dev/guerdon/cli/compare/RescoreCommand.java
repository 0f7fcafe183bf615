package dev.guerdon.cli.compare;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.FieldMap;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.ComparisonJson;
import dev.guerdon.lab.Rescoring;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunWriter;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon rescore}. */
@Command(
        name = "rescore",
        description = {
            "Score a stored run again with another reward, and list every flip.",
            "A reward that needs the live environment cannot score a stored run; its episodes are reported as unscored."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon rescore latest --reward qa_f1_reward",
            "  guerdon rescore latest --reward my_reward --source MyReward.java --save"
        })
@Internal
public final class RescoreCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RunsFolder folder = new RunsFolder();

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Mixin
    private final CompareOptions options = new CompareOptions();

    @Parameters(
            paramLabel = "RUN",
            description = "Score this run: its name, the start of its name, its folder, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = "--reward",
            required = true,
            paramLabel = "NAME",
            description = "Score with this reward; 'guerdon rewards' lists them.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String reward;

    @Mixin
    private final FieldMap fields = new FieldMap();

    @Option(names = "--save", description = "Store the new scores as a new run.")
    private boolean save;

    @Option(names = "--threads", paramLabel = "N", description = "Compute N rewards at once. Default: one per core.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "Stop a call after this time, such as 500ms or 5s. Default: 60s.")
    private String deadline = "60s";

    @Option(names = "--all", description = "List every change, and not only the first 50.")
    private boolean all;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    private String next = "";

    @Override
    public Integer call() {
        if (threads < 1) {
            throw new GuerdonException("--threads must be at least 1, found " + threads);
        }
        Registry registry = sources.registry();
        RewardEntry entry = registry.mapped(List.of(registry.reward(reward)), fields.names())
                .getFirst();
        isolation.applyTo(registry, spec.commandLine().getErr());
        RunStore store = folder.store();
        try (Run run = store.open(name);
                Scorer scorer = Scorer.builder()
                        .threads(threads)
                        .deadline(Durations.parse(deadline))
                        .isolated(registry)
                        .build()) {
            if (run.metrics().episodes() == 0) {
                throw new GuerdonException("the run " + run.info().name() + " has no finished episode to score");
            }
            Rescoring rescoring;
            String saved = null;
            if (save) {
                try (RunWriter writer = store.create(Rescoring.info(run.info(), entry.name(), ""))) {
                    rescoring = rescore(run, entry, scorer, writer);
                    writer.finish(run.info().status());
                    saved = writer.info().name();
                }
            } else {
                rescoring = rescore(run, entry, scorer, null);
            }
            print(rescoring, saved);
            next = saved == null
                    ? "guerdon rescore " + folder.word(run) + " --reward " + NextStep.quoted(entry.name()) + " --save"
                    : "guerdon compare " + folder.word(run) + " " + saved;
            return rescoring.unscored().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPLETE;
        }
    }

    private Rescoring rescore(Run run, RewardEntry entry, Scorer scorer, @Nullable RunWriter writer) {
        return Rescoring.of(run, entry, scorer, options.get(), writer);
    }

    private void print(Rescoring rescoring, @Nullable String saved) {
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.print(new RescoreText(rescoring, all, Screens.of(spec).out()).text());
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
        object.put("comparison", ComparisonJson.of(rescoring.comparison(), List.of()));
        out.println(JsonCodec.write(object));
    }

    @Override
    public String next() {
        return next;
    }
}
