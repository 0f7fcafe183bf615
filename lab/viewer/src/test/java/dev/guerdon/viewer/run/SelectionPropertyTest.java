package dev.guerdon.viewer.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random filters over random episodes choose what an evaluator chooses that looks at one episode after the other. */
class SelectionPropertyTest {

    private static final List<String> TEXTS = List.of("a", "B", "ab", "x\"y", "Ä", "");

    /** A filter, and what it says of an episode: null where nobody can tell. */
    private record Case(String text, Function<Episode, @Nullable Boolean> truth) {}

    private final SplittableRandom dice = new SplittableRandom(20261116);

    private Episode episode(int i) {
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        switch (dice.nextInt(4)) {
            case 0 -> extras.put("x", dice.nextInt(4));
            case 1 -> extras.put("x", TEXTS.get(dice.nextInt(TEXTS.size())));
            case 2 -> extras.put("x", null);
            default -> {}
        }
        Episode base = RunsForTests.scored("t" + i, dice.nextInt(3), dice.nextInt(5) / 4.0, extras);
        return dice.nextInt(4) == 0 ? base.withScore(new Score.Unscored(Score.Reason.ERROR, "")) : base;
    }

    private static @Nullable Object x(Episode episode) {
        return episode.score() instanceof Score.Scored(RewardResult result)
                ? result.extras().get("x")
                : null;
    }

    private Case test() {
        int bound = dice.nextInt(5);
        String text = TEXTS.get(dice.nextInt(TEXTS.size()));
        String quoted = "\"" + text.replace("\"", "\\\"") + "\"";
        return switch (dice.nextInt(9)) {
            case 0 -> new Case("reward < " + bound / 4.0, e -> e.scored() ? e.reward() < bound / 4.0 : null);
            case 1 -> new Case("reward != " + bound / 4.0, e -> e.scored() ? e.reward() != bound / 4.0 : null);
            case 2 -> new Case("reward missing", e -> !e.scored());
            case 3 -> new Case("repeat >= " + bound, e -> e.repeat() >= bound);
            case 4 -> new Case("x > " + bound, e -> x(e) instanceof Number n ? n.intValue() > bound : null);
            case 5 -> new Case("x = " + quoted, e -> x(e) instanceof String s ? s.equals(text) : null);
            case 6 ->
                new Case(
                        "x ~ " + quoted,
                        e -> x(e) instanceof String s
                                ? s.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT))
                                : null);
            case 7 ->
                new Case("x in (" + bound + ", " + quoted + ")", e -> switch (x(e)) {
                    case Number n when n.intValue() == bound -> true;
                    case String s when s.equals(text) -> true;
                    case null, default -> null;
                });
            default -> new Case("x present", e -> x(e) != null);
        };
    }

    private Case random(int depth) {
        if (depth == 0 || dice.nextInt(4) == 0) {
            return test();
        }
        Case one = random(depth - 1);
        if (dice.nextInt(3) == 0) {
            return new Case("not (" + one.text + ")", e -> {
                Boolean truth = one.truth.apply(e);
                return truth == null ? null : !truth;
            });
        }
        Case other = random(depth - 1);
        boolean and = dice.nextBoolean();
        return new Case("(" + one.text + (and ? " and " : " or ") + other.text + ")", e -> {
            Boolean a = one.truth.apply(e);
            Boolean b = other.truth.apply(e);
            boolean deciding = !and;
            if ((a != null && a == deciding) || (b != null && b == deciding)) {
                return deciding;
            }
            return (a == null || b == null) ? null : and;
        });
    }

    @Test
    @Tag("slow")
    void randomFiltersAgreeWithOneEpisodeAfterTheOther(@TempDir Path folder) {
        // An extra appears in some episode as a number and in some as a text, so that its column has both.
        List<Episode> episodes = new ArrayList<>(List.of(
                RunsForTests.scored("n", 0, 1, Map.of("x", 1)), RunsForTests.scored("s", 0, 1, Map.of("x", "a"))));
        IntStream.range(0, 150).forEach(i -> episodes.add(episode(i)));
        RunStore store = new RunStore(folder);
        try (RunIndexes indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY)) {
            EpisodeIndex index = indexes.of(RunsForTests.store(store, episodes));
            for (int round = 0; round < 2000; round++) {
                Case filter = random(4);
                EpisodeSelection found = EpisodeSelection.of(index, filter.text);
                for (int row = 0; row < episodes.size(); row++) {
                    Boolean truth = filter.truth.apply(episodes.get(row));
                    assertThat(found.has(row))
                            .as("%s on %s", filter.text, episodes.get(row))
                            .isEqualTo(Boolean.TRUE.equals(truth));
                }
                assertThat(found.undecided()).as(filter.text).isEqualTo((int) episodes.stream()
                        .filter(e -> filter.truth.apply(e) == null)
                        .count());
            }
        }
    }
}
