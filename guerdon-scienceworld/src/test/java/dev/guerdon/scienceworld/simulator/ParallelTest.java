package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.scienceworld.OfficialJar;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import dev.guerdon.scienceworld.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ParallelTest {

    private static final int ENVIRONMENTS = 8;
    private static final int STEPS = 6;

    @Test
    void eightEnvironmentsGiveTheTranscriptsThatOneGives() throws Exception {
        List<Transcript> transcripts = Transcript.read("random").subList(0, ENVIRONMENTS).stream()
                .map(whole -> new Transcript(
                        whole.name(), whole.header(), whole.steps().subList(0, STEPS)))
                .toList();
        List<List<Map<String, @Nullable Object>>> alone = new ArrayList<>();
        try (ScienceworldEnvironment environment = OfficialJar.environment(Queries.WRAPPER)) {
            transcripts.forEach(transcript -> alone.add(transcript.play(environment)));
        }
        CountDownLatch allOpen = new CountDownLatch(ENVIRONMENTS);
        try (ExecutorService threads = Executors.newFixedThreadPool(ENVIRONMENTS)) {
            List<Future<List<Map<String, @Nullable Object>>>> together = new ArrayList<>();
            for (Transcript transcript : transcripts) {
                together.add(threads.submit(() -> {
                    try (ScienceworldEnvironment environment = OfficialJar.environment(Queries.WRAPPER)) {
                        try {
                            environment.start();
                        } finally {
                            allOpen.countDown();
                        }
                        allOpen.await();
                        return transcript.play(environment);
                    }
                }));
            }
            for (int i = 0; i < ENVIRONMENTS; i++) {
                assertThat(together.get(i).get()).as(transcripts.get(i).name()).isEqualTo(alone.get(i));
            }
        }
    }
}
