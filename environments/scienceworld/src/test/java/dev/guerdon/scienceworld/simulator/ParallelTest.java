package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.scienceworld.OfficialJar;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import dev.guerdon.scienceworld.ScienceworldEnvironment.Queries;
import dev.guerdon.scienceworld.Transcript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Environments share code; what happens in one must not show in another. */
final class ParallelTest {

    private static final int ENVIRONMENTS = 12;
    private static final int STEPS = 6;
    private static final int THREADS = 3;

    static List<Path> jars() {
        return OfficialJar.all();
    }

    @ParameterizedTest
    @MethodSource("jars")
    @Tag("slow")
    void environmentsInterleavedOnSeveralThreadsGiveTheTranscriptsOfLoneOnes(Path jar) throws Exception {
        List<Transcript> all = Transcript.read("random");
        List<Transcript> transcripts = IntStream.range(0, ENVIRONMENTS)
                .mapToObj(i -> all.get(i * all.size() / ENVIRONMENTS).first(STEPS))
                .toList();
        List<List<Map<String, @Nullable Object>>> alone = new ArrayList<>();
        for (Transcript transcript : transcripts) {
            try (ScienceworldEnvironment environment = OfficialJar.environment(jar, Queries.WRAPPER)) {
                alone.add(transcript.play(environment));
            }
        }
        assertThat(together(jar, transcripts)).isEqualTo(alone);
    }

    /** Classes are initialised while many threads play, and modules of Scala need each other for that. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @Tag("slow")
    void theFirstEnvironmentsOfAJarMayBeOpenedAllAtOnce() throws Exception {
        List<String> tasks =
                List.of("boil", "grow-plant", "power-component", "use-thermometer", "chemistry-mix", "melt");
        try (SimulatorJar jar = SimulatorJar.read(OfficialJar.require());
                ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            CountDownLatch ready = new CountDownLatch(tasks.size());
            List<Future<List<String>>> playing = new ArrayList<>();
            for (String task : tasks) {
                playing.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    try (JarSimulator simulator = new JarSimulator(jar)) {
                        simulator.load(task, 0, "");
                        simulator.step("wait1");
                        return simulator.validActions();
                    }
                }));
            }
            for (Future<List<String>> one : playing) {
                assertThat(one.get()).isNotEmpty();
            }
        }
    }

    /** Every thread takes one step in each of its environments before it takes the next in any, and threads swap environments. */
    static List<List<Map<String, @Nullable Object>>> together(Path jar, List<Transcript> transcripts) throws Exception {
        List<ScienceworldEnvironment> environments = new ArrayList<>();
        List<List<Map<String, @Nullable Object>>> played = new ArrayList<>();
        for (int i = 0; i < transcripts.size(); i++) {
            environments.add(OfficialJar.environment(jar, Queries.WRAPPER));
            played.add(new ArrayList<>());
        }
        int longest =
                transcripts.stream().mapToInt(one -> one.steps().size()).max().orElse(0);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int step = 0; step < longest; step++) {
                int now = step;
                List<Future<?>> round = new ArrayList<>();
                for (int thread = 0; thread < THREADS; thread++) {
                    int first = (thread + step) % THREADS;
                    round.add(threads.submit(() -> {
                        for (int i = first; i < transcripts.size(); i += THREADS) {
                            if (now < transcripts.get(i).steps().size()) {
                                played.get(i).add(transcripts.get(i).play(environments.get(i), now));
                            }
                        }
                    }));
                }
                for (Future<?> one : round) {
                    one.get();
                }
            }
        } finally {
            environments.forEach(ScienceworldEnvironment::close);
        }
        return played;
    }
}
