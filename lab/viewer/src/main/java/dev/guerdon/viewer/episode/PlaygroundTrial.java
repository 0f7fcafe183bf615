package dev.guerdon.viewer.episode;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Audit;
import dev.guerdon.lab.Audit.AuditReport;
import dev.guerdon.lab.Probe;
import dev.guerdon.lab.Probe.ProbeReport;
import dev.guerdon.viewer.episode.RewardScreen.RewardView;
import dev.guerdon.viewer.episode.RewardScreen.RewardView.Given;
import dev.guerdon.viewer.episode.RewardScreen.RewardView.Scored;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageNumber;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Tries a reward on samples of the reader's own, as {@code guerdon score}, {@code probe} and {@code audit} do: each call has a deadline, a
 * reward that hangs is not called again and again, and a user's own code runs in a worker.
 */
final class PlaygroundTrial {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final int MOST_SAMPLES = 50;
    private static final int MOST_STUCK = 3;
    private static final int MOST_RESULT = 100_000;
    private static final List<String> GOLD_FIELDS =
            List.of("answer", "gold", "golden_answers", "ground_truth", "target");

    private final Registry registry;

    /** So many readers try rewards at once. */
    private final Semaphore places = new Semaphore(2);

    public PlaygroundTrial(Registry registry) {
        this.registry = registry;
    }

    /** Shows the page at an address. */
    public ScreenAnswer take(PageAddress address, PageLinks links) {
        RewardEntry plain = RewardScreen.named(registry, address.part("reward"));
        Given given =
                new Given(address.text("options", "").strip(), address.text("samples", ""), address.text("gold", ""));
        if (!places.tryAcquire()) {
            throw PageProblem.badRequest(
                    "two rewards are being tried already; wait until they are done, and send it again");
        }
        try (Scorer scorer = Scorer.builder()
                .threads(2)
                .deadline(DEADLINE)
                .isolated(registry)
                .mostStuck(MOST_STUCK)
                .mostResultText(MOST_RESULT)
                .build()) {
            return RewardScreen.page(tried(plain, given, address.text("what", "score"), scorer, links), links);
        } finally {
            places.release();
        }
    }

    private RewardView tried(RewardEntry plain, Given given, String what, Scorer scorer, PageLinks links) {
        List<Scored> scores = List.of();
        @Nullable ProbeReport probe = null;
        @Nullable AuditReport audit = null;
        String problem = "";
        try {
            RewardEntry reward =
                    given.options().isEmpty() ? plain : registry.reward(plain.name() + "(" + given.options() + ")");
            switch (what) {
                case "score" -> scores = scores(reward, lines(given), scorer);
                case "probe" -> probe = Probe.run(reward, scorer, given.gold(), List.of(), fields(given));
                case "audit" -> audit = new Audit(reward, scorer).run(samples(reward, given));
                default -> throw PageProblem.badRequest("expected score, probe or audit, found '" + what + "'");
            }
        } catch (PageProblem e) {
            throw e;
        } catch (GuerdonException | IllegalArgumentException e) {
            problem = String.valueOf(e.getMessage());
        }
        return new RewardView(
                plain.name(), plain, given, scores, probe, audit, problem, RewardScreen.action(plain.name(), links));
    }

    private static List<String> lines(Given given) {
        List<String> lines =
                given.samples().lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty() || lines.size() > MOST_SAMPLES) {
            throw new IllegalArgumentException("expected from 1 to " + MOST_SAMPLES
                    + " samples, one JSON object on each line, found " + lines.size());
        }
        return lines;
    }

    private static Sample sample(RewardEntry reward, String line, int number) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return new LineDecoder(List.of(reward)).decode(bytes, 0, bytes.length, number);
    }

    private static List<Sample> samples(RewardEntry reward, Given given) {
        List<Sample> samples = new ArrayList<>();
        for (String line : lines(given)) {
            samples.add(sample(reward, line, samples.size() + 1));
        }
        return samples;
    }

    /** A line that cannot be read is told, and the others are scored. */
    private static List<Scored> scores(RewardEntry reward, List<String> lines, Scorer scorer) {
        List<Scored> out = new ArrayList<>();
        for (String line : lines) {
            int number = out.size() + 1;
            try {
                out.add(scored(number, scorer.score(reward, sample(reward, line, number))));
            } catch (GuerdonException e) {
                out.add(new Scored(
                        number,
                        "not scored",
                        "",
                        TextPassage.of(String.valueOf(e.getMessage()), TextPassage.USUAL, "")));
            }
        }
        return out;
    }

    private static Scored scored(int line, Score score) {
        return switch (score) {
            case Score.Scored scored -> {
                double reward = scored.result().reward();
                yield new Scored(
                        line,
                        String.format(Locale.ROOT, "%.4f", reward),
                        PageNumber.look(reward),
                        TextPassage.of(
                                scored.result().extras().isEmpty()
                                        ? ""
                                        : JsonCodec.write(scored.result().extras()),
                                TextPassage.USUAL,
                                ""));
            }
            case Score.Unscored unscored ->
                new Scored(
                        line,
                        "not scored",
                        "",
                        TextPassage.of(
                                unscored.reason()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', ' ') + ": " + unscored.message(),
                                TextPassage.USUAL,
                                ""));
        };
    }

    /** Returns the fields of the first sample besides its answer and what was said, for rewards that need more than a gold answer. */
    private static Map<String, @Nullable Object> fields(Given given) {
        String first = given.samples()
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("{}");
        Map<String, @Nullable Object> fields =
                new LinkedHashMap<>(JsonCodec.read(first, "the first sample").asMap());
        fields.remove("final_response");
        fields.remove("id");
        GOLD_FIELDS.forEach(fields::remove);
        return fields;
    }

    /** Returns the gold answer of an example; empty if it has none that is a single value. */
    static String gold(String example) {
        if (example.isBlank()) {
            return "";
        }
        try {
            Json sample = JsonCodec.read(example, "the example");
            return GOLD_FIELDS.stream()
                    .flatMap(name -> sample.find(name).stream())
                    .map(value -> value.isList() && !value.asList().isEmpty()
                            ? value.asList().getFirst()
                            : value)
                    .map(value -> value.isString() ? value.asString() : JsonCodec.write(value))
                    .findFirst()
                    .orElse("");
        } catch (GuerdonException e) {
            return "";
        }
    }
}
