package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.failed;
import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnHistogramTest {

    private static final int ROWS = 100;

    @TempDir
    Path folder;

    private @Nullable EpisodeIndex base;

    private EpisodeIndex index(List<Episode> episodes) {
        RunStore store = new RunStore(folder);
        try (RunIndexes indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY)) {
            return indexes.of(RunsForTests.store(store, episodes));
        }
    }

    /** As many rows as an index needs, with rewards that nobody has to store. */
    private EpisodeIndex rewards(int count, IntToDoubleFunction reward) {
        if (base == null) {
            List<Episode> episodes = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                episodes.add(scored("t" + i, 0, 0, Map.of()));
            }
            base = index(episodes);
        }
        double[] rewards = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            rewards[i] = i < count ? reward.applyAsDouble(i) : Double.NaN;
        }
        return base.with(List.of(RunsForTests.reals("reward", rewards)));
    }

    private static ColumnHistogram of(EpisodeIndex index, String column) {
        FilteredEpisodes all = FilteredEpisodes.of(index, "", "");
        ColumnHistogram histogram = ColumnHistogram.of(all, column);
        int counted =
                histogram.bins().stream().mapToInt(ColumnHistogram.Bin::count).sum();
        assertThat(counted + histogram.missing() + histogram.infinite()).isEqualTo(index.size());
        assertThat(histogram.bins().size()).isLessThanOrEqualTo(40);
        for (ColumnHistogram.Bin bin : histogram.bins()) {
            assertThat(FilteredEpisodes.of(index, histogram.filter(bin), "").size())
                    .as(histogram.filter(bin))
                    .isEqualTo(bin.count());
        }
        return histogram;
    }

    @Test
    void rewardsBetween0And1AreInTwentyBinsWhicheverThereAre() {
        ColumnHistogram histogram = of(rewards(5, i -> i / 4.0), "reward");
        assertThat(histogram.bins()).hasSize(20);
        assertThat(histogram.bins().get(3)).isEqualTo(new ColumnHistogram.Bin(0.15, 0.2, 0));
        assertThat(histogram.bins().getLast()).isEqualTo(new ColumnHistogram.Bin(0.95, 1, 1));
        assertThat(histogram.filter(histogram.bins().getFirst())).isEqualTo("reward >= 0 and reward < 0.05");
    }

    @Test
    void missingOnesAreCountedAndNeverZero() {
        ColumnHistogram histogram = of(index(List.of(scored("a", 0, 1, Map.of()), failed("b", 0, "x"))), "reward");
        assertThat(histogram.missing()).isEqualTo(1);
        assertThat(histogram.bins()).containsExactly(new ColumnHistogram.Bin(1, 1, 1));
        ColumnHistogram none = of(index(List.of(failed("b", 0, "x"))), "reward");
        assertThat(none.bins()).isEmpty();
        assertThat(none.highest()).isZero();
    }

    @Test
    void wholeNumbersHaveABinEachWhereTheyAreFew() {
        ColumnHistogram histogram =
                of(index(List.of(scored("a", 0, 1, Map.of()), scored("b", 4, 1, Map.of()))), "steps");
        assertThat(histogram.bins()).extracting(ColumnHistogram.Bin::from).containsExactly(3.0, 4.0, 5.0, 6.0, 7.0);
    }

    @Test
    void longTailIsShownByBinsThatGrow() {
        ColumnHistogram histogram = of(rewards(100, i -> i == 0 ? 0 : i == 1 ? 50_000 : 1 + i % 3), "reward");
        assertThat(histogram.logarithmic()).isTrue();
        assertThat(histogram.bins()).hasSizeGreaterThan(8);
        assertThat(histogram.highest()).isLessThan(80);
    }

    @Test
    void anyNumbersAreCountedOnce() {
        SplittableRandom dice = new SplittableRandom(9);
        for (int round = 0; round < 12; round++) {
            double scale = Math.pow(10, dice.nextInt(-8, 9));
            double shift = dice.nextInt(3) * scale * 7;
            of(rewards(40, i -> shift + (dice.nextDouble() - 0.5) * scale), "reward");
        }
        of(rewards(3, i -> (i - 1) * 1.7e308), "reward");
        of(rewards(2, i -> 1 + i * Math.ulp(1.0)), "reward");
    }

    @Test
    void infiniteOnesAreCountedApart() throws Exception {
        RunStore store = new RunStore(folder);
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of()), scored("b", 0, 0, Map.of()));
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + folder.resolve(run).resolve("results.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("update episode set checksum = null, reward = -9e999 where task = 'b'");
        }
        try (RunIndexes indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY)) {
            ColumnHistogram histogram = of(indexes.of(run), "reward");
            assertThat(histogram.infinite()).isEqualTo(1);
            assertThat(histogram.bins()).hasSize(1);
        }
    }
}
