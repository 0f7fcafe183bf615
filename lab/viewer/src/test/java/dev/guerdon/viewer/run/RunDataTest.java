package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.detail;
import static dev.guerdon.viewer.run.RunsForTests.failed;
import static dev.guerdon.viewer.run.RunsForTests.info;
import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
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

    private Diagnosis diagnose(String run) {
        try (Run open = store.open(run)) {
            return data.diagnoses().of(open);
        }
    }

    @Test
    void causesAreMissingUntilTheyAreAskedForAndThenAColumn() {
        String run = RunsForTests.store(
                store, scored("good", 0, 1, Map.of()), failed("bad", 0, "openai:gpt HTTP 500: overloaded"));
        assertThat(FilteredEpisodes.of(data.index(run), "cause present", "").size())
                .isZero();
        diagnose(run);
        EpisodeIndex index = data.index(run);
        assertThat(index.column("cause").text(0)).isNull();
        assertThat(index.column("cause").text(1)).isNotNull();
        assertThat(FilteredEpisodes.of(index, "cause present", "").rows()).containsExactly(1);
        assertThat(data.index(run)).isSameAs(index);
    }

    @Test
    void diagnosisOfARunThatHasGrownIsThereUntilItIsMadeAgain() {
        try (RunWriter writer = store.create(info("suite"))) {
            String run = writer.info().name();
            writer.add(failed("bad", 0, "x"), detail("bad"));
            Diagnosis first = diagnose(run);
            assertThat(diagnose(run)).isSameAs(first);
            writer.add(failed("worse", 0, "x"), detail("worse"));
            assertThat(data.diagnoses().known(run)).containsSame(first);
            assertThat(diagnose(run).episodes()).hasSize(2);
        }
    }

    @Test
    void figuresFollowARunThatGrows() {
        try (RunWriter writer = store.create(info("suite"))) {
            String run = writer.info().name();
            writer.add(scored("a", 0, 1, Map.of()), detail("a"));
            assertThat(data.summary(store.outline(run)).metrics().episodes()).isEqualTo(1);
            writer.add(scored("b", 0, 0, Map.of()), detail("b"));
            assertThat(data.summary(store.outline(run)).metrics().episodes()).isEqualTo(2);
            writer.finish(RunInfo.Status.COMPLETE);
        }
        RunInfo ended = data.runs().getFirst();
        assertThat(data.summary(ended)).isSameAs(data.summary(ended));
    }

    @Test
    void warmingReadsWhatIsThereAndEndsWhereNothingIs() {
        data.warm();
        String run = RunsForTests.store(store, scored("a", 0, 0.5, Map.of()));
        data.warm();
        assertThat(data.within(run, Duration.ofMinutes(1))).isPresent();
    }
}
