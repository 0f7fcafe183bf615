package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.scienceworld.OfficialJar;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import dev.guerdon.scienceworld.ScienceworldEnvironment.Queries;
import dev.guerdon.scienceworld.Transcript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Replays the recorded episodes, all at once: environments take turns on several threads.
 *
 * <p>All to their ends take minutes; without {@code -Dguerdon.slow=true} every 27th is played to its end, and of each other one the
 * beginning.
 */
@Tag("thorough")
final class TranscriptsTest {

    private static final int BEGINNING = 3;

    private static List<Transcript> chosen() {
        List<Transcript> all = Stream.of("gold", "random", "explore")
                .flatMap(kind -> Transcript.read(kind).stream())
                .toList();
        return OfficialJar.slow()
                ? all
                : IntStream.range(0, all.size())
                        .mapToObj(i -> i % 27 == 13 ? all.get(i) : all.get(i).first(BEGINNING))
                        .toList();
    }

    @Test
    @Tag("slow")
    void everyFieldOfEveryStepIsAsRecorded() throws Exception {
        String version = OfficialJar.pool().jar().version();
        assumeTrue(
                version.equals(Transcript.RECORDED_VERSION),
                "skipped: the transcripts were recorded with " + Transcript.RECORDED_VERSION + ", the jar here is "
                        + version);
        List<Transcript> transcripts = chosen();
        assertThat(transcripts.size()).isGreaterThan(80);
        List<List<Map<String, @Nullable Object>>> played = ParallelTest.together(OfficialJar.require(), transcripts);
        for (int i = 0; i < transcripts.size(); i++) {
            List<Map<String, @Nullable Object>> expected = transcripts.get(i).expected();
            assertThat(played.get(i)).hasSameSizeAs(expected);
            for (int step = 0; step < expected.size(); step++) {
                assertThat(played.get(i).get(step))
                        .as("%s, step %d", transcripts.get(i).name(), step)
                        .isEqualTo(expected.get(step));
            }
        }
    }

    /** What does not depend on the order in which a version enumerates objects. */
    @Test
    @Tag("slow")
    void theBookkeepingHoldsInEveryVersionAndTheAgreementIsTold() throws Exception {
        Path jar = OfficialJar.all().getLast();
        String version = SimulatorJar.open(jar).version();
        List<String> agreeing = java.util.Collections.synchronizedList(new ArrayList<>());
        List<Transcript> transcripts = OfficialJar.slow()
                ? chosen()
                : chosen().stream()
                        .filter(one -> one.steps().size() > BEGINNING)
                        .map(whole -> whole.first(25))
                        .toList();
        onTwoThreads(jar, transcripts, (transcript, environment) -> {
            List<Map<String, @Nullable Object>> played = transcript.play(environment);
            int sum = 0;
            for (Map<String, @Nullable Object> step : played) {
                int score = (Integer) Objects.requireNonNull(step.get("score"));
                sum += (Integer) Objects.requireNonNull(step.get("reward"));
                assertThat(sum).as(transcript.name()).isEqualTo(score);
                assertThat(score).isBetween(-100, 100);
                if (score < 0 || score == 100 || (Integer) Objects.requireNonNull(step.get("moves")) > 100) {
                    assertThat(step.get("isCompleted")).as(transcript.name()).isEqualTo(true);
                }
            }
            if (sameButForValid(played).equals(sameButForValid(transcript.expected()))) {
                agreeing.add(transcript.name());
            }
        });
        System.err.println("ScienceWorld " + version + ": " + agreeing.size() + " of " + transcripts.size()
                + " transcripts recorded with " + Transcript.RECORDED_VERSION
                + " agree in all but the spelling of valid actions: "
                + agreeing.stream().sorted().toList());
        assertThat(agreeing).isNotEmpty();
    }

    private static List<Map<String, @Nullable Object>> sameButForValid(List<Map<String, @Nullable Object>> steps) {
        steps = steps.stream()
                .<Map<String, @Nullable Object>>map(java.util.LinkedHashMap::new)
                .toList();
        steps.forEach(step -> {
            step.remove("validSha256");
            step.remove("validCount");
        });
        return steps;
    }

    @FunctionalInterface
    private interface Play {
        void of(Transcript transcript, ScienceworldEnvironment environment);
    }

    private static void onTwoThreads(Path jar, List<Transcript> transcripts, Play play) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<?>> all = new ArrayList<>();
            for (Transcript transcript : transcripts) {
                all.add(threads.submit(() -> {
                    try (ScienceworldEnvironment environment = OfficialJar.environment(jar, Queries.WRAPPER)) {
                        play.of(transcript, environment);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
