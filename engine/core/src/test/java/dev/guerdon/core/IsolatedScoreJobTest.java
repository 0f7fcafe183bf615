package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reward does to its process costs its own sample. */
@Timeout(300)
class IsolatedScoreJobTest {

    /** Each does to its process what the answer says. */
    static final class Hostile {

        private static final List<byte[]> HOARD = new ArrayList<>();

        @Reward("hostile")
        static Map<String, Object> hostile(String finalResponse) throws IOException, InterruptedException {
            switch (finalResponse) {
                case "exit" -> System.exit(0);
                case "halt" -> Runtime.getRuntime().halt(7);
                case "kill -9" -> {
                    new ProcessBuilder(
                                    "kill", "-9", "" + ProcessHandle.current().pid())
                            .start();
                    Thread.sleep(60_000);
                }
                case "memory" -> {
                    while (true) {
                        HOARD.add(new byte[1 << 20]);
                    }
                }
                case "deep" -> deep(0);
                case "spin" -> {
                    while (true) {
                        Thread.onSpinWait();
                    }
                }
                case "print" -> {
                    System.out.println("printed by a reward");
                    new FileOutputStream(FileDescriptor.out).write("{\"i\":0}\n".getBytes(StandardCharsets.UTF_8));
                }
                case "close" -> {
                    System.in.close();
                    System.out.close();
                    new FileOutputStream(FileDescriptor.out).close();
                    new FileOutputStream(FileDescriptor.err).close();
                }
                case "flood" -> {
                    byte[] line = ("x".repeat(99) + "\n").getBytes(StandardCharsets.UTF_8);
                    for (int i = 0; i < 100_000; i++) {
                        System.out.write(line);
                    }
                }
                case "interrupt" -> Thread.currentThread().interrupt();
                default -> {}
            }
            return Map.of("reward", finalResponse.length(), "said", finalResponse);
        }

        @SuppressWarnings("InfiniteRecursion")
        private static int deep(int depth) {
            return deep(depth + 1) + 1;
        }

        @Reward("backtracks")
        static boolean backtracks(String finalResponse) {
            return !Pattern.matches("(.*a){20}b", finalResponse);
        }

        @Reward(value = "hostile_and_waiting", work = Work.WAIT)
        static int waiting(String finalResponse) throws InterruptedException {
            if (finalResponse.equals("exit")) {
                System.exit(0);
            }
            if (finalResponse.equals("spin")) {
                while (true) {
                    Thread.onSpinWait();
                }
            }
            Thread.sleep(1);
            return finalResponse.length();
        }

        @Reward("fraction")
        static Map<String, Object> fraction(String finalResponse) {
            double reward = 1.0 / (1 + finalResponse.length());
            return Map.of("reward", reward, "third", reward / 3, "huge", reward * 1e200);
        }

        @Reward("calm")
        static int calm(String finalResponse) {
            return finalResponse.length();
        }
    }

    private final Registry registry = new Registry();
    private final Queue<String> printed = new ConcurrentLinkedQueue<>();
    private Consumer<String> terminal = printed::add;

    private record Result(List<String> lines, ScoreJob.Progress progress, int started) {}

    private Result run(IntFunction<String> answers, int count, Duration deadline, long memory, String... names)
            throws IOException {
        registry.rewards(Hostile.class);
        registry.isolate(Isolation.ALL.memory(memory).output(line -> terminal.accept(line)));
        StringBuilder in = new StringBuilder();
        for (int i = 0; i < count; i++) {
            in.append("{\"id\":")
                    .append(i)
                    .append(",\"final_response\":")
                    .append(JsonCodec.write(answers.apply(i)))
                    .append("}\n");
        }
        List<RewardEntry> rewards =
                List.of(names).stream().map(registry::reward).toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder()
                .threads(2)
                .deadline(deadline)
                .isolated(registry)
                .build()) {
            ScoreJob job = new ScoreJob(rewards, scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {});
            ScoreJob.Progress progress = job.run(
                    new ByteArrayInputStream(in.toString().getBytes(StandardCharsets.UTF_8)),
                    out,
                    ScoreJob.Progress.none(rewards.size()));
            return new Result(
                    out.toString(StandardCharsets.UTF_8).lines().toList(),
                    progress,
                    java.util.Objects.requireNonNull(scorer.isolated()).started());
        }
    }

    private Result run(IntFunction<String> answers, int count, String... names) throws IOException {
        return run(answers, count, Duration.ofSeconds(60), Isolation.DEFAULT_MEMORY, names);
    }

    /** Every line has its score, in order, but for those of the culprits. */
    private static void assertOnlyLost(Result result, int count, Set<Integer> culprits, String message) {
        assertThat(result.lines).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(result.lines.get(i)).startsWith("{\"id\":" + i + ",");
            if (culprits.contains(i)) {
                assertThat(result.lines.get(i)).contains("\"reward\":null").contains(message);
            } else {
                assertThat(result.lines.get(i)).contains("\"reward\":2.0");
            }
        }
        assertThat(result.progress.unscored()).isEqualTo(culprits.size());
    }

    @Test
    @Tag("slow")
    void rewardThatEndsItsProcessCostsItsSampleAlone() throws IOException {
        Map<Integer, String> deeds = Map.of(0, "exit", 1, "halt", 700, "kill -9", 2999, "halt");
        Map<String, String> how =
                Map.of("exit", "exit code 0", "halt", "exit code 7", "kill -9", "signal 9", "ok", "\"reward\":2.0");
        Result result = run(i -> deeds.getOrDefault(i, "ok"), 3000, "hostile");
        assertOnlyLost(result, 3000, deeds.keySet(), "\"reason\":\"ERROR\"");
        deeds.forEach((line, deed) -> assertThat(result.lines.get(line))
                .contains("hostile did not return")
                .contains(how.get(deed)));
    }

    /** More than there are workers, several times over; {@code ./dev faults} kills without end. */
    @Test
    @Tag("slow")
    void manyDeathsInARowLoseNothing() throws IOException {
        int deaths = 12;
        Set<Integer> culprits = new HashSet<>();
        for (int i = 100; i < 100 + deaths; i++) {
            culprits.add(i);
        }
        Result result = run(i -> culprits.contains(i) ? "exit" : "ok", 400, "hostile");
        assertOnlyLost(result, 400, culprits, "exit code 0");
        assertThat(result.started).isBetween(deaths, deaths + 4);
    }

    @Test
    @Tag("slow")
    void spinningCallsCostTheirOwnSamples() throws IOException {
        Result result = run(
                i -> i % 400 == 7 ? "spin" : "ok", 1000, Duration.ofSeconds(2), Isolation.DEFAULT_MEMORY, "hostile");
        Set<Integer> culprits = new HashSet<>();
        for (int i = 7; i < 1000; i += 400) {
            culprits.add(i);
        }
        assertOnlyLost(result, 1000, culprits, "\"reason\":\"TIMEOUT\"");
    }

    @Test
    @Tag("slow")
    void answersThatMakeARegexBacktrackCostTheirOwnSamples() throws IOException {
        String evil = "a".repeat(50);
        Result result = run(
                i -> i % 5000 == 0 ? evil : "aab",
                20_000,
                Duration.ofSeconds(2),
                Isolation.DEFAULT_MEMORY,
                "backtracks");
        assertThat(result.lines).hasSize(20_000);
        assertThat(result.progress.unscored()).isEqualTo(4);
        assertThat(result.progress.metrics().getFirst().mean()).isEqualTo(1);
    }

    @Test
    void rewardThatFillsTheMemoryCostsItsSampleAlone() throws IOException {
        Set<Integer> culprits = Set.of(3, 250);
        Result result =
                run(i -> culprits.contains(i) ? "memory" : "ok", 400, Duration.ofSeconds(60), 64L << 20, "hostile");
        assertOnlyLost(result, 400, culprits, "ran out of memory (it may use 64 MiB)");
    }

    @Test
    void stackOverflowNeedsNoNewProcess() throws IOException {
        Result result = run(i -> i == 5 ? "deep" : "ok", 100, "hostile");
        assertOnlyLost(result, 100, Set.of(5), "StackOverflowError");
        assertThat(result.started).isLessThanOrEqualTo(2);
    }

    @Test
    void whatRewardsPrintIsPassedOnAndNeverMixedWithResults() throws IOException {
        Result result = run(i -> i == 5 ? "print" : "ok", 50, "hostile");
        assertThat(result.lines).hasSize(50).allMatch(line -> line.contains("\"reward\":"));
        assertThat(result.progress.unscored()).isZero();
        assertThat(printed).contains("printed by a reward", "{\"i\":0}");
    }

    @Test
    void whatWasPrintedIsPassedOnBeforeTheEndAlsoToASlowTerminal() throws IOException {
        terminal = line -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            printed.add(line);
        };
        run(i -> "print", 1, "hostile");
        assertThat(printed).contains("printed by a reward", "{\"i\":0}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "flood", "interrupt"})
    @Tag("slow")
    void whatRewardsDoToTheirStreamsAndFlagsHarmsNobody(String deed) throws IOException {
        Result result = run(i -> i % 10 == 5 ? deed : "ok", 50, "hostile");
        assertThat(result.lines).hasSize(50);
        assertThat(result.progress.unscored()).isZero();
        assertThat(printed.stream().mapToInt(String::length).sum()).isLessThan(300_000);
    }

    @Test
    void eachRewardOfALineIsDecidedOnItsOwn() throws IOException {
        Result result = run(i -> i == 20 ? "exit" : "ok", 40, "calm", "hostile");
        assertThat(result.lines.get(20))
                .startsWith(
                        "{\"id\":20,\"rewards\":{\"calm\":{\"reward\":4.0,\"extras\":{}},\"hostile\":{\"reward\":null");
        assertThat(result.progress.metrics().get(0).unscored()).isZero();
        assertThat(result.progress.metrics().get(1).unscored()).isEqualTo(1);
    }

    @Test
    void callsThatWaitAreMadeAgainWhenOneOfThemEndsTheirProcess() throws IOException {
        Set<Integer> culprits = Set.of(3, 150);
        Result result = run(i -> culprits.contains(i) ? "exit" : "ok", 300, "hostile_and_waiting");
        assertOnlyLost(result, 300, culprits, "exit code 0");
    }

    @Test
    void callsThatWaitWithoutEndCostTheirOwnSamples() throws IOException {
        Set<Integer> culprits = Set.of(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 150);
        Result result = run(
                i -> culprits.contains(i) ? "spin" : "ok",
                300,
                Duration.ofSeconds(2),
                Isolation.DEFAULT_MEMORY,
                "hostile_and_waiting");
        assertOnlyLost(result, 300, culprits, "\"reason\":\"TIMEOUT\"");
    }

    @Test
    void figuresOfWorkersAreThoseOfOneProcessToTheLastBit() throws IOException {
        registry.rewards(Hostile.class);
        StringBuilder in = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            in.append("{\"group_id\":\"g")
                    .append(i % 70)
                    .append("\",\"final_response\":\"")
                    .append("x".repeat(i * 7 % 31))
                    .append("\"}\n");
        }
        Map<String, Object> alone = figures(in.toString(), Isolation.NONE);
        assertThat(alone).containsEntry("count", 3000L).containsEntry("group/count", 70L);
        assertThat(figures(in.toString(), Isolation.ALL)).isEqualTo(alone);
    }

    private Map<String, Object> figures(String in, Isolation isolation) throws IOException {
        registry.isolate(isolation);
        List<RewardEntry> rewards = List.of(registry.reward("fraction"));
        try (Scorer scorer = Scorer.builder().threads(2).isolated(registry).build()) {
            ScoreJob job = new ScoreJob(rewards, scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {});
            return job.run(
                            new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                            new ByteArrayOutputStream(),
                            ScoreJob.Progress.none(1))
                    .metrics()
                    .getFirst()
                    .toMap();
        }
    }
}
