package dev.guerdon.cli.score;

import dev.guerdon.api.Score;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.LineSample;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon rewards}. */
@Command(
        name = "rewards",
        description = "List the rewards, or describe one: the fields it reads, what it returns, an example.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon rewards", "  guerdon rewards qa_f1_reward"})
final class RewardsCommand extends BaseCommand {

    /** Family by family, Guerdon's own before those that follow others. */
    private static final Comparator<RewardEntry> BY_FAMILY = Comparator.comparing(RewardEntry::family)
            .thenComparing(entry -> entry.source().equals("guerdon") ? "" : entry.source())
            .thenComparing(RewardEntry::name);

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Describe this reward.")
    private @Nullable String name;

    @Option(names = "--json", description = "Print the rewards as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Registry registry = sources.registry();
        PrintWriter out = out();
        if (name == null) {
            list(registry, out);
            next = "guerdon rewards qa_f1_reward";
        } else {
            next = "guerdon probe --reward " + InvokedCommand.quoted(name) + " --gold TEXT";
            describe(registry, registry.reward(name), out);
        }
        return ExitCode.DONE;
    }

    private void list(Registry registry, PrintWriter out) {
        if (json) {
            out.println(JsonCodec.write(registry.rewards().stream()
                    .map(entry -> asMap(registry, entry))
                    .toList()));
            return;
        }
        out.print(new TextTable(
                        "reward, family, source, what it measures",
                        registry.rewards().stream()
                                .sorted(BY_FAMILY)
                                .map(entry ->
                                        List.of(entry.name(), entry.family(), entry.source(), entry.description()))
                                .toList())
                .text(screen()));
    }

    private static Map<String, Object> asMap(Registry registry, RewardEntry entry) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", entry.name());
        map.put("description", entry.description());
        map.put("family", entry.family());
        map.put("source", entry.source());
        map.put("origin", entry.origin());
        map.put("work", entry.work().name());
        entry.inputs().ifPresent(inputs -> map.put("inputs", inputs));
        if (!entry.optionNames().isEmpty()) {
            map.put("options", entry.optionNames());
        }
        if (!entry.example().isEmpty()) {
            map.put("example", JsonCodec.read(entry.example(), "example"));
            example(registry, entry).ifPresent(score -> map.put("example_score", score));
        }
        return map;
    }

    private void describe(Registry registry, RewardEntry entry, PrintWriter out) {
        if (json) {
            out.println(JsonCodec.write(asMap(registry, entry)));
            return;
        }
        out.println(entry.name() + ": " + (entry.description().isEmpty() ? "(no description)" : entry.description()));
        out.println();
        entry.inputs()
                .ifPresentOrElse(
                        inputs -> {
                            out.println("reads");
                            for (RewardEntry.Input input : inputs) {
                                out.println("  " + input.name() + "  " + input.type()
                                        + (input.required() ? "" : ", optional"));
                            }
                        },
                        () -> out.println("reads the whole sample; it does not say which fields it needs"));
        if (!entry.optionNames().isEmpty()) {
            out.println();
            out.println("options, given as " + entry.name() + "("
                    + entry.optionNames().getFirst() + "=...)");
            out.println("  " + String.join(", ", entry.optionNames()));
        }
        if (!entry.example().isEmpty()) {
            out.println();
            out.println("example");
            out.println("  " + entry.example());
            example(registry, entry).ifPresent(score -> out.println("gives\n  " + JsonCodec.write(score)));
        }
        out.println();
        out.println("family " + entry.family() + ", source " + entry.source());
        out.println("from " + entry.origin());
    }

    /** Returns what the example scores, computed now. */
    private static Optional<Map<String, Object>> example(Registry registry, RewardEntry entry) {
        byte[] line = entry.example().getBytes(StandardCharsets.UTF_8);
        try (Scorer scorer = Scorer.builder()
                .threads(1)
                .deadline(Duration.ofSeconds(20))
                .isolated(registry)
                .build()) {
            LineSample sample = new LineDecoder(List.of(entry)).decode(line, 0, line.length, 1);
            if (!(scorer.score(entry, sample) instanceof Score.Scored scored)) {
                return Optional.empty();
            }
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("reward", scored.result().reward());
            map.put("extras", scored.result().extras());
            return Optional.of(map);
        }
    }
}
