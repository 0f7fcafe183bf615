package dev.guerdon.cli.compare;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.lab.Comparer;
import dev.guerdon.lab.ComparisonJson;
import dev.guerdon.lab.Gate;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.GatePolicy;
import dev.guerdon.lab.spi.Run;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon compare}. */
@Command(
        name = "compare",
        description =
                "Compare runs with a base run, task by task: what was fixed, what regressed, and how sure that is.",
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon compare run_20261115_101500 latest",
            "  guerdon compare run_20261115_101500 latest --gate policy.yaml"
        })
@Internal
public final class CompareCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RunsFolder folder = new RunsFolder();

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final CompareOptions options = new CompareOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "BASE CANDIDATE",
            description =
                    "Compare this base run with one or more candidates. A run is its name, the start of its name, its"
                            + " folder, or 'latest'.")
    private List<String> names = List.of();

    @Option(
            names = "--gate",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "POLICY",
            description =
                    "Exit with 1 if a candidate is worse than the rules in this YAML or JSON file allow, or if missing"
                            + " scores could turn that. Default: the mean may not drop by more than 0.05, nor"
                            + " significantly.")
    private @Nullable String gate;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description =
                    "Before comparing, run episodes of these runs again in which the model, the environment or the"
                            + " agent failed, up to N times. Default: 0.")
    private int retries;

    @Option(names = "--all", description = "List every task that changed, and not only the first 20 of each kind.")
    private boolean all;

    @Option(names = "--json", description = "Print the comparison as JSON.")
    private boolean json;

    private String next = "";

    @Override
    public Integer call() throws InterruptedException {
        List<String> wanted = runs();
        if (retries < 0) {
            throw new GuerdonException("--retries must not be negative, found " + retries);
        }
        GatePolicy policy = gate == null || gate.isEmpty() ? GatePolicy.DEFAULT : Gate.policy(Path.of(gate));
        Comparison.Options how = options.get();
        RunStore store = folder.store();
        if (retries > 0) {
            Rerun again = new Rerun(
                    sources.registry(), store, retries, spec.commandLine().getErr());
            for (String name : wanted) {
                if (!again.of(name)) {
                    return ExitCode.INTERRUPTED;
                }
            }
        }
        List<Run> runs = new ArrayList<>();
        try {
            wanted.forEach(name -> runs.add(store.open(name)));
            // Whoever reads all changes, or protects tasks, wants all of them; else the largest do.
            boolean every =
                    all || json || (gate != null && !policy.neverRegress().isEmpty());
            Comparison comparison = Comparer.compare(
                    runs.getFirst(),
                    runs.subList(1, runs.size()),
                    how,
                    every ? Integer.MAX_VALUE : ComparisonText.LISTED);
            List<Gate> gates = gate == null ? List.of() : gates(comparison, policy, runs.getFirst());
            print(comparison, gates);
            next = "guerdon report "
                    + String.join(" ", runs.stream().map(folder::word).toList());
            return gates.stream().allMatch(Gate::passed) ? ExitCode.DONE : ExitCode.INCOMPLETE;
        } finally {
            runs.forEach(Run::close);
        }
    }

    /** The runs in the order they were typed; {@code --gate} may have taken the name of one for that of its policy. */
    private List<String> runs() {
        List<String> runs = new ArrayList<>(names);
        if (gate != null && !gate.isEmpty() && runs.size() < 2 && !Files.isRegularFile(Path.of(gate))) {
            List<String> typed = spec.commandLine().getParseResult().originalArgs();
            runs.add(typed.indexOf(gate) < typed.indexOf(runs.getFirst()) ? 0 : 1, gate);
            gate = "";
        }
        if (runs.size() < 2) {
            throw new GuerdonException("compare needs at least two runs, BASE and CANDIDATE; found only "
                    + runs.getFirst() + ". 'guerdon runs' lists all runs");
        }
        return runs;
    }

    private static List<Gate> gates(Comparison comparison, GatePolicy policy, Run base) {
        Set<String> tasks = policy.neverRegress().isEmpty() ? Set.of() : tasks(base);
        return comparison.candidates().stream()
                .map(one -> Gate.of(one, policy, comparison.options(), tasks))
                .toList();
    }

    private static Set<String> tasks(Run run) {
        try (Stream<Episode> episodes = run.scores()) {
            return episodes.map(Episode::task).collect(Collectors.toSet());
        }
    }

    private void print(Comparison comparison, List<Gate> gates) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonCodec.write(ComparisonJson.of(comparison, gates)));
        } else {
            out.print(new ComparisonText(comparison, all, Screens.of(spec).out()).text(gates));
            out.flush();
        }
        PrintWriter err = spec.commandLine().getErr();
        comparison.candidates().forEach(one -> one.notices().forEach(notice -> err.println("note: " + notice)));
    }

    @Override
    public String next() {
        return next;
    }
}
