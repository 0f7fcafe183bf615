package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.detail;
import static dev.guerdon.viewer.run.RunsForTests.failed;
import static dev.guerdon.viewer.run.RunsForTests.info;
import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIndexesTest {

    @TempDir
    Path folder;

    private RunStore store;
    private RunIndexes indexes;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
        indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY);
    }

    @AfterEach
    void close() {
        indexes.close();
    }

    private static List<@Nullable Object> values(EpisodeIndex index, String column) {
        return IntStream.range(0, index.size())
                .mapToObj(row -> index.column(column).value(row))
                .toList();
    }

    private EpisodeIndex indexed(Episode... episodes) {
        return indexes.of(RunsForTests.store(store, episodes));
    }

    @Test
    void everyFigureOfAnEpisodeIsAColumn() {
        EpisodeIndex index =
                indexed(scored("t-1", 0, 0.5, Map.of("em", 1, "f1", 0.75)), failed("t-2", 3, "Timeout after 30 s"));
        assertThat(index.size()).isEqualTo(2);
        assertThat(values(index, "task")).containsExactly("t-1", "t-2");
        assertThat(values(index, "repeat")).containsExactly(0L, 3L);
        assertThat(values(index, "seed")).containsExactly(1L << 60, -1L);
        assertThat(values(index, "domain")).containsExactly("d1", null);
        assertThat(values(index, "reward")).containsExactly(0.5, null);
        assertThat(values(index, "em")).containsExactly(1.0, null);
        assertThat(values(index, "unscored")).containsExactly(null, "timeout");
        assertThat(values(index, "finish")).containsExactly("no_tool_calls", "model_failed");
        assertThat(values(index, "completed")).containsExactly(true, false);
        assertThat(values(index, "steps")).containsExactly(3L, 0L);
        assertThat(values(index, "tokens")).containsExactly(1050L, 10L);
        assertThat(values(index, "cost")).containsExactly(0.25, null);
        assertThat(values(index, "duration")).containsExactly(Duration.ofMillis(1500), Duration.ofMinutes(2));
        assertThat(values(index, "waited")).containsExactly(Duration.ZERO, Duration.ofSeconds(30));
        assertThat(values(index, "retries")).containsExactly(0L, 4L);
        assertThat(values(index, "started")).containsExactly(RunsForTests.START, Instant.parse("2026-11-15T10:01:00Z"));
        assertThat(values(index, "error")).containsExactly(null, "Timeout after # s");
        assertThat(index.extras()).extracting(FigureColumn::name).containsExactlyInAnyOrder("em", "f1");
        assertThat(index.rows(List.of(3, 2), repeat -> "t-2", repeat -> repeat)).containsExactly(Map.entry(3, 1));
    }

    @Test
    void extraThatIsATextInOneEpisodeAndANumberInAnotherIsBoth() {
        Map<String, @Nullable Object> none = new LinkedHashMap<>();
        none.put("x", null);
        EpisodeIndex index = indexed(
                scored("a", 0, 1, Map.of("x", "seven")),
                scored("b", 0, 1, Map.of("x", 7)),
                scored("c", 0, 1, none),
                scored("d", 0, 1, Map.of("x", List.of(1, "two"))),
                scored("e", 0, 1, Map.of("x", true)));
        assertThat(values(index, "x")).containsExactly("seven", 7.0, null, "[1,\"two\"]", 1.0);
        assertThat(index.column("x").kind()).isEqualTo(FigureColumn.Kind.MIXED);
        assertThat(values(index, "extra.x")).isEqualTo(values(index, "x"));
    }

    @Test
    void flagsStayFlagsAndAnExtraNamedLikeAColumnKeepsApart() {
        EpisodeIndex index = indexed(scored("a", 0, 1, Map.of("solved", true, "steps", 99, "it's \"odd\"", 2)));
        assertThat(values(index, "solved")).containsExactly(true);
        assertThat(values(index, "steps")).containsExactly(3L);
        assertThat(values(index, "extra.steps")).containsExactly(99.0);
        assertThat(values(index, "it's \"odd\"")).containsExactly(2.0);
    }

    @Test
    void onlyNewEpisodesAreReadWhileARunIsWritten() {
        try (RunWriter writer = store.create(info("suite"))) {
            String run = writer.info().name();
            writer.add(scored("a", 0, 1, Map.of()), detail("a"));
            EpisodeIndex first = indexes.of(run);
            writer.add(scored("b", 0, 0, Map.of("late", 5)), detail("b"));
            EpisodeIndex second = indexes.of(run);
            assertThat(values(first, "task")).containsExactly("a");
            assertThat(values(second, "task")).containsExactly("a", "b");
            assertThat(values(second, "late")).containsExactly(null, 5.0);
            assertThat(indexes.of(run)).isSameAs(second);
            writer.finish(RunInfo.Status.COMPLETE);
            assertThat(indexes.of(run).run().status()).isEqualTo(RunInfo.Status.COMPLETE);
        }
    }

    @Test
    void episodeThatWasRunAgainTakesThePlaceOfTheFailedOne() {
        try (RunWriter writer = store.create(info("suite"))) {
            String run = writer.info().name();
            writer.add(failed("a", 0, "x"), detail("a"));
            writer.add(scored("b", 0, 1, Map.of()), detail("b"));
            assertThat(indexes.of(run).size()).isEqualTo(2);
            writer.replace(scored("a", 0, 0.25, Map.of()), detail("a"));
            assertThat(values(indexes.of(run), "task")).containsExactly("b", "a");
            assertThat(values(indexes.of(run), "reward")).containsExactly(1.0, 0.25);
            // The last one keeps its id when it is replaced.
            writer.replace(failed("a", 0, "y"), detail("a"));
            assertThat(values(indexes.of(run), "reward")).containsExactly(1.0, null);
            writer.replace(scored("a", 0, 0.5, Map.of()), detail("a"));
            writer.add(scored("c", 0, 0.125, Map.of()), detail("c"));
            assertThat(values(indexes.of(run), "reward")).containsExactly(1.0, 0.5, 0.125);
        }
    }

    @Test
    void runOfAnOlderBuildHasNothingThatItDidNotStore() throws Exception {
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of()));
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + folder.resolve(run).resolve("results.db"));
                Statement statement = connection.createStatement()) {
            for (String view : List.of("episodes", "tasks", "domains")) {
                statement.execute("drop view " + view);
            }
            statement.execute("drop index episode_figures");
            for (String column : List.of("unknown_calls", "retries", "waited_ns", "checksum")) {
                statement.execute("alter table episode drop column " + column);
            }
            statement.execute("pragma user_version = 0");
        }
        EpisodeIndex index = indexes.of(run);
        assertThat(values(index, "retries")).containsExactly(0L);
        assertThat(values(index, "cost")).containsExactly(0.25);
    }

    @Test
    void killedRunShowsWhatWasFinishedAndSaysSo() throws Exception {
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of()));
        Path description = folder.resolve(run).resolve("run.json");
        Files.writeString(description, Files.readString(description).replace("\"complete\"", "\"running\""));
        EpisodeIndex index = indexes.of(run);
        assertThat(index.size()).isEqualTo(1);
        assertThat(index.run().status()).isEqualTo(RunInfo.Status.KILLED);
    }

    @Test
    void extrasThatNobodyCanReadAreCountedAndLoseNothingElse() throws Exception {
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of("x", 1)), scored("b", 0, 0, Map.of("x", 2)));
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + folder.resolve(run).resolve("results.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("update episode set checksum = null, extras = '{\"x\": NaN' where task = 'a'");
            statement.execute(
                    "update episode set checksum = null, reward = 9e999, duration_ns = 9223372036854775807 where task = 'b'");
        }
        EpisodeIndex index = indexes.of(run);
        assertThat(index.unreadable()).isEqualTo(1);
        assertThat(values(index, "x")).containsExactly(null, 2.0);
        assertThat(values(index, "reward")).containsExactly(1.0, Double.POSITIVE_INFINITY);
        assertThat(index.column("duration").number(1)).isEqualTo(Long.MAX_VALUE / 1e9);
    }

    @Test
    void leastRecentlyUsedIndexMakesRoom() {
        String one = RunsForTests.store(store, scored("a", 0, 1, Map.of()));
        String other = RunsForTests.store(store, scored("b", 0, 1, Map.of()));
        try (RunIndexes small = new RunIndexes(store, 1)) {
            EpisodeIndex first = small.of(one);
            assertThat(small.of(one)).isSameAs(first);
            small.of(other);
            assertThat(small.of(one)).isNotSameAs(first);
        }
    }

    @Test
    void indexThatIsNotReadyInTimeIsMadeInTheBackground() {
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of()));
        assertThat(indexes.within(run, Duration.ofMinutes(1)))
                .get()
                .extracting(EpisodeIndex::size)
                .isEqualTo(1);
        assertThat(indexes.progress(run)).isEqualTo(1);
    }

    @Test
    void nameThatLeadsElsewhereIsNoRun() {
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of()));
        for (String name : Arrays.asList(
                "../" + folder.getFileName() + "/" + run,
                "./" + run,
                folder.resolve(run).toString(),
                "",
                ".",
                "..",
                "a\0b",
                "run_")) {
            assertThatThrownBy(() -> indexes.of(name)).isInstanceOf(LabException.class);
        }
        assertThatThrownBy(() -> indexes.of(run + "1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("did you mean '" + run + "'");
    }

    @Test
    void textsWithoutEndAreHeldUpToALimitAndSaidToBe() {
        EpisodeIndex index = indexed(scored("a", 0, 1, Map.of("x", "y".repeat(100_000))));
        assertThat(String.valueOf(index.column("x").text(0))).hasSize(301).endsWith("y…");
    }

    @Test
    void descriptionWhosePlannedTasksComeFirstIsReadToItsEnd() throws Exception {
        String run = RunsForTests.store(store, scored("a", 0, 1, Map.of()));
        RunInfo before = store.outline(run);
        Path description = folder.resolve(run).resolve("run.json");
        Map<String, @Nullable Object> all =
                JsonCodec.read(Files.readString(description), "run.json").asMap();
        Map<String, @Nullable Object> moved = new LinkedHashMap<>();
        moved.put("provenance", all.get("provenance"));
        moved.put("planned", all.get("planned"));
        moved.putAll(all);
        Files.writeString(description, JsonCodec.write(moved));
        assertThat(store.outline(run)).isEqualTo(before);
        assertThat(before.planned()).isEmpty();
        assertThat(store.list().getFirst().planned()).containsExactly("t-1");
        assertThat(store.outlines()).containsExactly(before);
    }
}
