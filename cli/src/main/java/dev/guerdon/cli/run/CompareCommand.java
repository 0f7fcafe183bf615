package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.EndRequests.Interrupts;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Gate;
import dev.guerdon.lab.LabJson;
import dev.guerdon.lab.RunComparer;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunOptions;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon compare}. */
@Command(
        name = "compare",
        description =
                "Compare runs with a base run, task by task: what was fixed, what regressed, and how sure that is.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon compare run_20261115_101500 latest",
            "  guerdon compare run_20261115_101500 latest --gate policy.yaml"
        })
final class CompareCommand extends BaseCommand {

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
    @AllowedRange(from = 0)
    private int retries;

    @Option(names = "--all", description = "List every task that changed, and not only the first 20 of each kind.")
    private boolean all;

    @Option(names = "--json", description = "Print the comparison as JSON.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        List<String> wanted = runs();
        Gate.Policy policy = gate == null || gate.isEmpty() ? Gate.Policy.DEFAULT : Gate.policy(Path.of(gate));
        Comparison.Options how = options.get();
        RunStore store = folder.store();
        if (retries > 0) {
            Rerun again = new Rerun(sources.registry(), store, retries, err());
            for (String name : wanted) {
                if (!again.of(name)) {
                    return ExitCode.INTERRUPTED;
                }
            }
        }
        List<Run> runs = new ArrayList<>();
        try {
            wanted.forEach(name -> runs.add(store.open(name)));
            // All changes are needed if all are listed, or if tasks are protected; else the largest ones.
            boolean every =
                    all || json || (gate != null && !policy.neverRegress().isEmpty());
            Comparison comparison = RunComparer.compare(
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

    /** Returns the runs in the order they were typed; {@code --gate} may have taken the name of one for that of its policy. */
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

    private static List<Gate> gates(Comparison comparison, Gate.Policy policy, Run base) {
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
        PrintWriter out = out();
        if (json) {
            out.println(JsonCodec.write(LabJson.of(comparison, gates)));
        } else {
            out.print(new ComparisonText(comparison, all, screen()).text(gates));
            out.flush();
        }
        PrintWriter err = err();
        comparison.candidates().forEach(one -> one.notices().forEach(notice -> err.println("note: " + notice)));
    }

    /**
     * Runs again what failed in stored runs, before anything is decided on them.
     *
     * @param retries how often at most
     */
    record Rerun(Registry registry, RunStore store, int retries, PrintWriter err) {

        /** Runs again what failed in a run; returns whether it came to its end without an interrupt. */
        boolean of(String name) throws InterruptedException {
            long failed;
            try (Run run = store.open(name)) {
                failed = run.episodes().stream().filter(Episode::failed).count();
            }
            if (failed == 0) {
                return true;
            }
            err.println("guerdon: running " + failed + " failed episode" + (failed == 1 ? "" : "s") + " of " + name
                    + " again");
            // Continuing a run is the first try.
            RunOptions.Faults faults = new RunOptions.Faults(retries - 1, false);
            RunJob job = RunJob.resume(
                    registry, store, name, new RunJob.Continuation(0, Map.of(), Optional.empty(), faults));
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
}
