package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.SampleFile;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cli.terminal.Shown;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.Audit;
import dev.guerdon.lab.AuditReport;
import dev.guerdon.lab.spi.MeanEstimate;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code guerdon audit}. */
@Command(
        name = "audit",
        description = "Answer samples with policies that solve nothing, and report what the reward pays them.",
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon audit --reward qa_f1_reward --in examples/qa.jsonl",
            "  guerdon audit --reward math_equal_reward --in examples/math.jsonl --limit 20"
        })
@Internal
public final class AuditCommand implements Callable<Integer>, NextStep {

    private static final int WIDEST = 60;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Option(names = "--reward", required = true, paramLabel = "NAME", description = "Audit this reward.")
    private String reward = "";

    @Option(
            names = "--in",
            required = true,
            paramLabel = "FILE",
            description =
                    "Read samples from this file, as 'score' does: JSON lines, .gz, .zst, .parquet, or - for standard"
                            + " input.")
    private String in = "";

    @Option(names = "--limit", paramLabel = "N", description = "Use only the first N samples. Default: 200.")
    private int limit = 200;

    @Option(
            names = "--gold-field",
            paramLabel = "NAME",
            description =
                    "Take the right answer from this field. Default: a field that the reward reads, such as answer.")
    private @Nullable String goldField;

    @Option(
            names = "--threshold",
            paramLabel = "X",
            description =
                    "Allow a policy to earn this mean. Default: 0 for policies that give no answer, 0.1 for those that"
                            + " can be right by chance.")
    private @Nullable Double threshold;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "Stop a call after this time, such as 500ms or 5s. Default: 10s.")
    private String deadline = "10s";

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (limit < 1) {
            throw new GuerdonException("--limit must be at least 1, found " + limit);
        }
        if (threshold != null && !(threshold >= 0 && Double.isFinite(threshold))) {
            throw new GuerdonException("--threshold must be a number from 0 on, found " + threshold);
        }
        Registry registry = sources.registry();
        RewardEntry entry = registry.reward(reward);
        isolation.applyTo(registry, spec.commandLine().getErr());
        SampleFile samples = SampleFile.read(registry, in, entry, limit);
        samples.problems().forEach(problem -> spec.commandLine().getErr().println("guerdon: " + problem));
        if (samples.samples().isEmpty()) {
            throw new GuerdonException(in + " has no samples");
        }
        try (Scorer scorer = Scorer.builder()
                .threads(1)
                .deadline(Durations.parse(deadline))
                .isolated(registry)
                .build()) {
            AuditReport report = new Audit(entry, scorer, threshold, goldField).run(samples.samples());
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(JsonCodec.write(asMap(report)));
            } else {
                print(report, out);
            }
            return report.passed() ? ExitCode.DONE : ExitCode.INCOMPLETE;
        }
    }

    private void print(AuditReport report, PrintWriter out) {
        List<List<String>> rows = new ArrayList<>();
        for (AuditReport.Row row : report.rows()) {
            if (row.notable()) {
                rows.add(List.of(
                        row.policy(),
                        word(row.kind()),
                        average(row),
                        Double.isNaN(row.share()) ? "n/a" : String.format(Locale.ROOT, "%.0f%%", 100 * row.share()),
                        row.worst()
                                .map(worst -> String.format(Locale.ROOT, "%.3f", worst.reward()))
                                .orElse(""),
                        row.worst()
                                .map(worst -> worst.sample() + ": " + Shown.line(worst.answer(), WIDEST))
                                .orElse("")));
            }
        }
        out.print(new Table(List.of("policy", "kind", "mean", "above 0", "most", "for"), rows)
                .leaveOut("kind")
                .text(Screens.of(spec).out()));
        out.println((report.rows().size() - rows.size()) + " more policies earned nothing on " + report.samples()
                + " samples");
        out.println();
        report.findings()
                .forEach(finding -> out.println(
                        word(finding.type()) + ": " + finding.policy() + ": " + Shown.line(finding.message(), 200)));
        out.println(report.verdict());
    }

    private static Map<String, Object> asMap(AuditReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("reward", report.reward());
        map.put("samples", report.samples());
        map.put("golds", report.golds());
        map.put("passed", report.passed());
        map.put("verdict", report.verdict());
        map.put(
                "findings",
                report.findings().stream()
                        .map(finding -> Map.of(
                                "type", word(finding.type()),
                                "policy", finding.policy(),
                                "message", finding.message()))
                        .toList());
        map.put("policies", report.rows().stream().map(AuditCommand::asMap).toList());
        return map;
    }

    /** The mean over what was scored, with how many are missing from it. */
    private static String average(AuditReport.Row row) {
        return new MeanEstimate(
                        row.mean(),
                        Double.NaN,
                        row.calls() - row.failures(),
                        row.calls() - row.failures(),
                        row.failures())
                .words();
    }

    private static Map<String, Object> asMap(AuditReport.Row row) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("policy", row.policy());
        map.put("kind", word(row.kind()));
        map.put("calls", row.calls());
        map.put("mean", row.mean());
        map.put("share", row.share());
        map.put("limit", row.limit());
        map.put("undeserved", row.undeserved());
        row.worst()
                .ifPresent(worst -> map.put(
                        "worst",
                        Map.of(
                                "sample", worst.sample(),
                                "answer", Shown.line(worst.answer(), 500),
                                "reward", worst.reward())));
        map.put("unscored", row.failures());
        map.put("crashes", row.crashes());
        map.put("slowest_ms", row.slowest().toMillis());
        return map;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public String next() {
        return "guerdon probe --reward " + NextStep.quoted(reward) + " --gold TEXT";
    }
}
