package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.failed;
import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.run.EpisodeSelection.FilterException;
import dev.guerdon.viewer.run.FigureColumn.SetColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilteredEpisodesTest {

    @TempDir
    Path folder;

    private EpisodeIndex index(List<Episode> episodes) {
        RunStore store = new RunStore(folder);
        try (RunIndexes indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY)) {
            return indexes.of(RunsForTests.store(store, episodes));
        }
    }

    private EpisodeIndex few() {
        EpisodeIndex plain = index(List.of(
                scored("t-10", 0, 0.5, Map.of("x", 3)),
                scored("t-9", 1, -2, Map.of("x", "b")),
                failed("t-9", 0, "lost"),
                scored("T-1", 2, 0.5, Map.of("x", "a")),
                scored("t-010", 3, 1e300, Map.of("x", -3))));
        return plain.with(List.of(SetColumn.of(
                "tag", plain.size(), Map.of(3, new TreeSet<>(List.of("b")), 0, new TreeSet<>(List.of("a", "c"))))));
    }

    @ParameterizedTest(name = "by {0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            reward          | [1, 0, 3, 4, 2]
            -reward         | [4, 0, 3, 1, 2]
            -reward,task    | [4, 3, 0, 1, 2]
            task            | [3, 1, 2, 4, 0]
            -task           | [0, 4, 1, 2, 3]
            task,repeat     | [3, 2, 1, 4, 0]
            x               | [4, 0, 3, 1, 2]
            -x              | [1, 3, 0, 4, 2]
            unscored        | [2, 0, 1, 3, 4]
            seed            | [2, 0, 1, 3, 4]
            -started        | [2, 4, 3, 1, 0]
            completed,-steps| [2, 4, 3, 1, 0]
            tag             | [0, 3, 1, 2, 4]
            """)
    void rowsAreSortedWithMissingOnesLastAndEqualOnesInTheirOrder(String sort, String rows) {
        assertThat(Arrays.toString(FilteredEpisodes.of(few(), "", sort).rows())).isEqualTo(rows);
    }

    @Test
    @Tag("slow")
    void manyRowsAreSortedAsAComparatorDoes() {
        SplittableRandom dice = new SplittableRandom(5);
        List<Episode> episodes = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            episodes.add(scored("t" + dice.nextInt(2000), i, dice.nextInt(-50, 50) / 7.0, Map.of()));
        }
        EpisodeIndex index = index(episodes);
        List<Integer> expected = IntStream.range(0, episodes.size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                                (Integer row) -> -episodes.get(row).reward())
                        .thenComparingInt(
                                row -> Integer.parseInt(episodes.get(row).task().substring(1))))
                .toList();
        assertThat(IntStream.of(FilteredEpisodes.of(index, "", "-reward,task").rows())
                        .boxed()
                        .toList())
                .isEqualTo(expected);
    }

    @Test
    void windowHasWhatIsThereWhateverIsAskedFor() {
        FilteredEpisodes table = FilteredEpisodes.of(few(), "reward present", "-reward");
        assertThat(table.size()).isEqualTo(4);
        assertThat(table.window(1, 2)).containsExactly(0, 3);
        assertThat(table.window(3, 100)).containsExactly(1);
        assertThat(table.window(4, 5)).isEmpty();
        assertThat(table.window(-5, 1)).containsExactly(4);
        assertThat(table.window(0, -1)).isEmpty();
        assertThat(table.window(Integer.MAX_VALUE, Integer.MAX_VALUE)).isEmpty();
        assertThat(table.window(1, Integer.MAX_VALUE)).hasSize(3);
    }

    @Test
    void columnThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> FilteredEpisodes.of(few(), "", "-rewrd"))
                .isInstanceOf(PageProblem.class)
                .hasMessage("there is no column 'rewrd'; did you mean 'reward'?");
        assertThatThrownBy(() -> FilteredEpisodes.of(few(), "nope = 1", "")).isInstanceOf(FilterException.class);
    }

    @Test
    void keysComeBackFromTheirText() {
        List<SortKey> keys = List.of(
                new SortKey("reward", true),
                new SortKey("a,b", false),
                new SortKey("-c", true),
                new SortKey("d e", false));
        assertThat(SortKey.parse(SortKey.format(keys))).isEqualTo(keys);
        assertThat(SortKey.parse(" , ")).isEmpty();
        assertThatThrownBy(() -> SortKey.parse("`a")).hasMessageContaining("lacks a backtick");
        assertThatThrownBy(() -> SortKey.parse("a,b,c,d,e,f,g,h,i")).hasMessageContaining("at most 8");
    }

    @Test
    void errorsThatDifferInNumbersOnlyAreOneGroup() {
        EpisodeIndex index = index(List.of(
                failed("a", 0, "HTTP 429 from https://a.example/x after 12 ms"),
                scored("b", 0, 1, Map.of()),
                failed("c", 0, "HTTP 503 from https://b.example/y after 7 ms"),
                failed("d", 0, "it \"broke\" at /tmp/x/1.txt"),
                failed("e", 0, "HTTP 429 from https://a.example/z after 1 ms"),
                failed("f", 0, "HTTP 429 from https://a.example/z after 1 ms")));
        RowGroups groups = RowGroups.of(FilteredEpisodes.of(index, "", ""), "error", 10);
        assertThat(groups.groups())
                .containsExactly(
                        new RowGroups.Group("HTTP # from <url> after # ms", 4, Double.NaN),
                        new RowGroups.Group("it \"…\" at <path>", 1, Double.NaN));
        for (RowGroups.Group group : groups.groups()) {
            assertThat(FilteredEpisodes.of(index, groups.filter(group), "").size())
                    .isEqualTo(group.rows());
        }
        RowGroups one = RowGroups.of(FilteredEpisodes.of(index, "", ""), "error", 1);
        assertThat(one.groups()).hasSize(1);
        assertThat(one.all()).isEqualTo(2);
    }
}
