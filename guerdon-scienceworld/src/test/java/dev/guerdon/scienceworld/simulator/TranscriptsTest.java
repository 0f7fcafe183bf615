package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.scienceworld.OfficialJar;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import dev.guerdon.scienceworld.Transcript;
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
import org.junit.jupiter.api.Test;

/**
 * Replays the recorded episodes.
 *
 * <p>All of them take minutes; without {@code -Dguerdon.slow=true} every ninth is played.
 */
final class TranscriptsTest {

    private static List<Transcript> chosen() {
        List<Transcript> all = Stream.of("gold", "random", "explore")
                .flatMap(kind -> Transcript.read(kind).stream())
                .toList();
        return OfficialJar.slow()
                ? all
                : IntStream.range(0, all.size())
                        .filter(i -> i % 9 == 4)
                        .mapToObj(all::get)
                        .toList();
    }

    @Test
    void everyFieldOfEveryStepIsAsRecorded() throws Exception {
        String version = OfficialJar.pool().jar().version();
        assumeTrue(
                version.equals(Transcript.RECORDED_VERSION),
                "skipped: the transcripts were recorded with " + Transcript.RECORDED_VERSION + ", the jar here is "
                        + version);
        onTwoThreads(chosen(), (transcript, environment) -> {
            List<Map<String, @Nullable Object>> played = transcript.play(environment);
            List<Map<String, @Nullable Object>> expected = transcript.expected();
            for (int i = 0; i < expected.size(); i++) {
                assertThat(played.get(i))
                        .as("%s, step %d", transcript.name(), i)
                        .isEqualTo(expected.get(i));
            }
        });
    }

    /** What does not depend on the order in which a version enumerates objects. */
    @Test
    void theBookkeepingHoldsInEveryVersionAndTheAgreementIsTold() throws Exception {
        String version = OfficialJar.pool().jar().version();
        List<String> agreeing = java.util.Collections.synchronizedList(new ArrayList<>());
        List<Transcript> transcripts = OfficialJar.slow()
                ? chosen()
                : chosen().stream().map(whole -> whole.first(25)).toList();
        onTwoThreads(transcripts, (transcript, environment) -> {
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

    private static void onTwoThreads(List<Transcript> transcripts, Play play) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<?>> all = new ArrayList<>();
            for (Transcript transcript : transcripts) {
                all.add(threads.submit(() -> {
                    try (ScienceworldEnvironment environment = OfficialJar.environment(Queries.WRAPPER)) {
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
