package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.TerminalEscape;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Audit;
import dev.guerdon.lab.Audit.AuditReport;
import dev.guerdon.lab.TrickPage;
import dev.guerdon.lab.spi.MeanEstimate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code guerdon audit}. */
@Command(
        name = "audit",
        description = "Answer samples with policies that solve nothing, and report what the reward pays them.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon audit --reward qa_f1_reward --in examples/qa.jsonl",
            "  guerdon audit --reward math_equal_reward --in examples/math.jsonl --limit 20",
            "  guerdon audit --tricks"
        })
final class AuditCommand extends BaseCommand {

    private static final int WIDEST = 60;

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Option(names = "--reward", paramLabel = "NAME", description = "Audit this reward.")
    private String reward = "";

    @Option(
            names = "--tricks",
            description =
                    "Print tables of the tricks that each reward pays for, on tasks like its example. With --reward, only of"
                            + " that one. Needs no --in.")
    private boolean tricks;

    @Option(
            names = "--in",
            paramLabel = "FILE",
            description =
                    "Read samples from this file, as 'score' does: JSON lines, .gz, .zst, .parquet, or - for standard"
                            + " input.")
    private String in = "";

    @Option(names = "--limit", paramLabel = "N", description = "Use only the first N samples. Default: 200.")
    @AllowedRange(from = 1)
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
    @AllowedRange(from = 0)
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
        Registry registry = isolation.registry(err());
        if (tricks) {
            return printTricks(registry);
        }
        if (reward.isEmpty() || in.isEmpty()) {
            throw new GuerdonException("audit needs " + (reward.isEmpty() ? "--reward NAME" : "--in FILE")
                    + ", or --tricks for the tables of tricks");
        }
        RewardEntry entry = registry.reward(reward);
        SampleFile samples = SampleFile.read(registry, in, entry, limit);
        samples.problems().forEach(problem -> err().println("guerdon: " + problem));
        if (samples.samples().isEmpty()) {
            throw new GuerdonException(in + " has no samples");
        }
        try (Scorer scorer = Scorer.builder()
                .threads(1)
                .deadline(DurationText.parse(deadline))
                .isolated(registry)
                .build()) {
            AuditReport report = new Audit(entry, scorer, threshold, goldField).run(samples.samples());
            next = "guerdon probe --reward " + InvokedCommand.quoted(reward) + " --gold TEXT";
            PrintWriter out = out();
            if (json) {
                out.println(JsonCodec.write(asMap(report)));
            } else {
                print(report, out);
            }
            return report.passed() ? ExitCode.DONE : ExitCode.INCOMPLETE;
        }
    }

    private int printTricks(Registry registry) {
        try (Scorer scorer = Scorer.builder()
                .threads(1)
                .deadline(DurationText.parse(deadline))
                .isolated(registry)
                .build()) {
            out().print(TrickPage.of(reward.isEmpty() ? registry.rewards() : List.of(registry.reward(reward)), scorer)
                    .markdown());
        }
        return ExitCode.DONE;
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
                                .map(worst -> worst.sample() + ": " + TerminalEscape.line(worst.answer(), WIDEST))
                                .orElse("")));
            }
        }
        out.print(new TextTable("policy, kind, mean, above 0, most, for", rows)
                .leaveOut("kind")
                .text(screen()));
        out.println((report.rows().size() - rows.size()) + " more policies earned nothing on " + report.samples()
                + " samples");
        out.println();
        report.findings()
                .forEach(finding -> out.println(word(finding.type()) + ": " + finding.policy() + ": "
                        + TerminalEscape.line(finding.message(), 200)));
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

    /** Returns the mean over what was scored, with how many are missing from it. */
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
                                "answer", TerminalEscape.line(worst.answer(), 500),
                                "reward", worst.reward())));
        map.put("unscored", row.failures());
        map.put("crashes", row.crashes());
        map.put("slowest_ms", row.slowest().toMillis());
        return map;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * The first samples of a file, in memory.
     *
     * @param samples those that could be read
     * @param problems what is wrong with the lines that could not
     */
    record SampleFile(List<LineSample> samples, List<String> problems) {

        /** Reads a file; the registry has the formats of files that are no JSON lines. */
        public static SampleFile read(Registry registry, String name, RewardEntry reward, int most) throws IOException {
            LineDecoder decoder = new LineDecoder(List.of(reward));
            List<LineSample> samples = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            // Each byte as a character: the decoder shall see the bytes of the file, and refuse the line where they are
            // no
            // UTF-8.
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(new DataFiles(registry).in(name), StandardCharsets.ISO_8859_1))) {
                @Nullable String line;
                for (long number = 1; samples.size() < most && (line = lines.readLine()) != null; number++) {
                    byte[] bytes = line.strip().getBytes(StandardCharsets.ISO_8859_1);
                    if (bytes.length == 0) {
                        continue;
                    }
                    try {
                        samples.add(decoder.decode(bytes, 0, bytes.length, number));
                    } catch (GuerdonException e) {
                        problems.add(name + ": " + e.getMessage());
                    }
                }
            }
            return new SampleFile(List.copyOf(samples), List.copyOf(problems));
        }
    }
}
