package dev.guerdon.viewer.data;

import static dev.guerdon.viewer.index.RunsForTests.detail;
import static dev.guerdon.viewer.index.RunsForTests.failed;
import static dev.guerdon.viewer.index.RunsForTests.info;
import static dev.guerdon.viewer.index.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.RunSummary;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.viewer.cause.Causes;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.index.RunsForTests;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDataTest {

    @TempDir
    Path folder;

    private RunStore store;
    private RunData data;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
        data = new RunData(store, Registry.discover(), true);
    }

    @AfterEach
    void close() {
        data.close();
    }

    private void waitFor(RunInfo run, Causes.State state) {
        Instant end = Instant.now().plus(Duration.ofMinutes(2));
        while (data.causes().state(run) != state) {
            assertThat(Instant.now())
                    .as("the state is " + data.causes().state(run))
                    .isBefore(end);
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void causesAreMissingUntilTheyAreAskedForAndThenAColumn() {
        String run = RunsForTests.store(
                store, scored("good", 0, 1, Map.of()), failed("bad", 0, "openai:gpt HTTP 500: overloaded"));
        RunInfo info = store.outline(run);
        assertThat(data.causes().state(info)).isEqualTo(Causes.State.UNKNOWN);
        assertThat(data.table(data.index(run), "cause present", "").size()).isZero();
        data.causes().begin(info);
        waitFor(info, Causes.State.READY);
        EpisodeIndex index = data.index(run);
        assertThat(index.column("cause").text(0)).isNull();
        assertThat(index.column("cause").text(1)).isNotNull();
        assertThat(data.table(index, "cause present", "").rows()).containsExactly(1);
        assertThat(data.index(run)).isSameAs(index);
    }

    @Test
    void diagnosisOfARunThatHasGrownIsOutdatedAndStillThere() {
        try (RunWriter writer = store.create(info("suite"))) {
            writer.add(failed("bad", 0, "x"), detail("bad"));
            RunInfo info = store.outline(writer.info().name());
            data.causes().begin(info);
            waitFor(info, Causes.State.READY);
            writer.add(failed("worse", 0, "x"), detail("worse"));
            assertThat(data.causes().state(info)).isEqualTo(Causes.State.OUTDATED);
            assertThat(data.causes().known(info)).isPresent();
            data.causes().begin(info);
            waitFor(info, Causes.State.READY);
            assertThat(data.causes().known(info).orElseThrow().episodes()).hasSize(2);
        }
    }

    @Test
    void figuresFollowARunThatGrows() {
        try (RunWriter writer = store.create(info("suite"))) {
            String run = writer.info().name();
            writer.add(scored("a", 0, 1, Map.of()), detail("a"));
            assertThat(data.summary(store.outline(run)).episodes()).isEqualTo(1);
            writer.add(scored("b", 0, 0, Map.of()), detail("b"));
            assertThat(data.summary(store.outline(run)).episodes()).isEqualTo(2);
            writer.finish(RunInfo.Status.COMPLETE);
        }
        RunInfo ended = data.runs().getFirst();
        assertThat(data.summary(ended)).isSameAs(data.summary(ended));
    }

    @Test
    void figuresFromColumnsAreThoseOfTheDatabase() {
        String run = RunsForTests.store(
                store,
                scored("a", 0, 1, Map.of()),
                scored("a", 1, 0, Map.of()),
                scored("b", 0, 0.25, Map.of()),
                failed("c", 0, "x"));
        RunSummary stored = store.summary(store.outline(run));
        data.index(run);
        assertThat(data.summary(store.outline(run)))
                .usingRecursiveComparison()
                .withEqualsForType((one, other) -> one.equals(other) || Math.abs(one - other) < 1e-12, Double.class)
                .isEqualTo(stored);
        String costs = RunsForTests.store(store, scored("a", 0, 1, Map.of()), scored("b", 0, 1, Map.of()));
        data.index(costs);
        assertThat(data.summary(store.outline(costs)).usd()).isEqualTo(0.5);
        assertThat(data.summary(store.outline(costs)).tokens()).isEqualTo(2100);
    }

    @Test
    void trendHasTheRunsOfASuiteWithIntervals() {
        RunsForTests.store(store, scored("a", 0, 0.5, Map.of()), scored("b", 0, 0.25, Map.of()));
        RunsForTests.store(store, failed("a", 0, "x"));
        RunsForTests.store(store, scored("a", 0, 0.75, Map.of()), scored("b", 0, 0.5, Map.of()));
        List<Trend> trends = Trend.of(data, data.runs());
        assertThat(trends).hasSize(1);
        Trend trend = trends.getFirst();
        assertThat(trend.suite()).isEqualTo("suite");
        assertThat(trend.points()).extracting(Trend.Point::mean).containsExactly(0.375, 0.625);
        assertThat(trend.points().getFirst().interval())
                .map(Interval::low)
                .hasValueSatisfying(low -> assertThat(low).isLessThan(0.375));
        assertThat(trend.points().getFirst().run().commit()).isEqualTo("abc");
    }

    @Test
    void warmingReadsWhatIsThereAndEndsWhereNothingIs() {
        data.warm();
        String run = RunsForTests.store(store, scored("a", 0, 0.5, Map.of()));
        data.warm();
        assertThat(data.within(run, Duration.ofMinutes(1))).isPresent();
    }
}
