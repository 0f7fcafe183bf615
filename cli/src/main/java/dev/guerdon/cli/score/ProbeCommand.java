package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.TerminalEscape;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Probe;
import dev.guerdon.lab.Probe.ProbeReport;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code guerdon probe}. */
@Command(
        name = "probe",
        description = "Score one answer written in many ways, to see how sensitive a reward is to the form.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon probe --reward qa_em_reward --gold Kafka --answer Franz",
            "  guerdon probe --reward math_equal_reward --gold 1/2"
        })
final class ProbeCommand extends BaseCommand {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int MAX_WIDTH = 56;

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Option(names = "--reward", required = true, paramLabel = "NAME", description = "Try out this reward.")
    private String reward = "";

    @Option(names = "--gold", required = true, paramLabel = "TEXT", description = "Take this as the right answer.")
    private String gold = "";

    @Option(names = "--answer", paramLabel = "TEXT", description = "Score this answer, too. Can be repeated.")
    private List<String> answers = List.of();

    @Option(
            names = "--field",
            paramLabel = "NAME=VALUE",
            description =
                    "Add a field to the sample, as JSON or text. 'trajectory' is the conversation before the answer.")
    private Map<String, String> fields = Map.of();

    @Option(names = "--json", description = "Print the table as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Registry registry = isolation.registry(err());
        RewardEntry entry = registry.reward(reward);
        Map<String, @Nullable Object> given = new LinkedHashMap<>();
        fields.forEach((name, text) -> given.put(name, value(text)));
        try (Scorer scorer =
                Scorer.builder().deadline(DEADLINE).isolated(registry).build()) {
            ProbeReport report = Probe.run(entry, scorer, gold, answers, given);
            next = "guerdon audit --reward " + InvokedCommand.quoted(reward) + " --in FILE";
            PrintWriter out = out();
            if (json) {
                out.println(JsonCodec.write(asMap(report)));
            } else {
                print(report, out);
            }
            return report.unscored() > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
        }
    }

    private static @Nullable Object value(String text) {
        try {
            return JsonCodec.read(text, "--field").value();
        } catch (GuerdonException e) {
            return text;
        }
    }

    private void print(ProbeReport report, PrintWriter out) {
        List<List<String>> rows = new ArrayList<>();
        String last = "";
        for (ProbeReport.Outcome outcome : report.outcomes()) {
            String group = outcome.variant().group();
            rows.add(List.of(
                    group.equals(last) ? "" : group,
                    outcome.variant().name(),
                    TerminalEscape.line(outcome.variant().text(), MAX_WIDTH),
                    switch (outcome.score()) {
                        case Score.Scored scored ->
                            TextTable.number(scored.result().reward());
                        case Score.Unscored unscored -> unscored.reason().name();
                    }));
            last = group;
        }
        out.print(new TextTable("group, variant, answer, reward", rows)
                .leaveOut("group")
                .paint((row, column) ->
                        column == 3 && Character.isLetter(row.get(3).charAt(0)) ? Style.WARNING : Style.NONE)
                .text(screen()));
        out.println();
        out.println(report.verdict());
    }

    private static Map<String, Object> asMap(ProbeReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("reward", report.reward());
        map.put("gold", report.gold());
        map.put("kind", report.kind().name().toLowerCase(Locale.ROOT));
        map.put("gold_reward", report.goldReward());
        map.put("variants", report.outcomes().stream().map(ProbeCommand::asMap).toList());
        map.put("groups", report.groups());
        map.put("level", report.level().name().toLowerCase(Locale.ROOT));
        map.put("unscored", report.unscored());
        map.put("verdict", report.verdict());
        return map;
    }

    private static Map<String, @Nullable Object> asMap(ProbeReport.Outcome outcome) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("group", outcome.variant().group());
        map.put("name", outcome.variant().name());
        map.put("answer", outcome.variant().text());
        switch (outcome.score()) {
            case Score.Scored scored -> map.put("reward", scored.result().reward());
            case Score.Unscored unscored -> {
                map.put("reward", null);
                map.put("unscored", unscored);
            }
        }
        return map;
    }
}
