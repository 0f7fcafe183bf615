package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a reward does, it costs the sample it does it to, and nothing else. */
@Timeout(120)
@Execution(ExecutionMode.SAME_THREAD)
class HostileRewardsTest {

    private static final int LINES = 40;
    private static final int HOSTILE = 17;

    @BeforeEach
    void begin() {
        HostileRewards.over = new CountDownLatch(1);
    }

    @AfterEach
    void letEverythingEnd() {
        HostileRewards.over.countDown();
    }

    private static RewardEntry sometimes(HostileRewards what, Work work) {
        return entry(
                "hostile",
                work,
                sample -> sample.id().equals("" + HOSTILE)
                        ? what.function().score(sample)
                        : Integer.valueOf(sample.id()));
    }

    private static RewardEntry entry(String name, Work work, RewardFunction function) {
        return RewardEntry.of(name, new RewardFunction() {
            @Override
            public @Nullable Object score(Sample sample) throws Exception {
                return function.score(sample);
            }

            @Override
            public Work work() {
                return work;
            }
        });
    }

    private static RewardEntry fine(Work work) {
        return entry("fine", work, sample -> {
            if (work == Work.WAIT) {
                Thread.sleep(1);
            }
            return Thread.currentThread().isInterrupted() ? -1 : Integer.valueOf(sample.id());
        });
    }

    private static byte[] lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append("{\"id\":").append(i).append(",\"final_response\":\"r\"}\n");
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Scorer.Builder scorer(HostileRewards what) {
        // What ends by itself must end without a deadline.
        return Scorer.builder().threads(2).deadline(what.isEndless() ? Duration.ofSeconds(3) : Duration.ZERO);
    }

    private interface Check {
        void of(HostileRewards what) throws IOException;
    }

    /** One test for each; those that only a deadline ends wait for it together. */
    private static Stream<DynamicTest> each(Check check) {
        Map<HostileRewards, FutureTask<Void>> waiting = new EnumMap<>(HostileRewards.class);
        for (HostileRewards what : HostileRewards.values()) {
            if (what.isEndless()) {
                FutureTask<Void> task = new FutureTask<>(() -> {
                    check.of(what);
                    return null;
                });
                waiting.put(what, task);
                Thread.ofPlatform().daemon().name(what.name()).start(task);
            }
        }
        return Stream.of(HostileRewards.values())
                .map(what -> dynamicTest(what.name(), () -> {
                    FutureTask<Void> task = waiting.get(what);
                    if (task == null) {
                        check.of(what);
                    } else {
                        task.get();
                    }
                }));
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> aJobLosesOneSample() {
        return each(what -> check(what, Work.COMPUTE));
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> aJobOfRewardsThatWaitLosesOneSample() {
        return each(what -> check(what, Work.WAIT));
    }

    private static void check(HostileRewards what, Work work) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = scorer(what).build()) {
            ScoreJob job = new ScoreJob(
                    List.of(sometimes(what, work), fine(work)),
                    scorer,
                    null,
                    Long.MAX_VALUE,
                    new ScoreJob.Listener() {});
            job.run(new ByteArrayInputStream(lines()), out, ScoreJob.Progress.none(2));
        }
        List<String> written = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(written).hasSize(LINES);
        for (int i = 0; i < LINES; i++) {
            var rewards = JsonCodec.read(written.get(i), "output").get("rewards");
            assertThat(rewards.get("fine").get("reward").value())
                    .as(written.get(i))
                    .isEqualTo((double) i);
            if (i == HOSTILE) {
                assertThat(rewards.get("hostile").get("reward").value()).isNull();
                assertThat(rewards.get("hostile").get("unscored").get("message").asString())
                        .hasSizeLessThan(3000);
            } else {
                assertThat(rewards.get("hostile").get("reward").value()).isEqualTo((double) i);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> theLibraryLosesOneSample() {
        return each(HostileRewardsTest::checkLibrary);
    }

    private static void checkLibrary(HostileRewards what) {
        List<Sample> samples = IntStream.range(0, LINES)
                .mapToObj(i -> Sample.of("" + i, "", List.of(), Map.of()))
                .toList();
        try (Scorer scorer = scorer(what).build()) {
            List<Score> scores = scorer.scoreAll(sometimes(what, Work.COMPUTE), samples);
            for (int i = 0; i < LINES; i++) {
                assertThat(scores.get(i) instanceof Score.Scored)
                        .as(scores.get(i).toString())
                        .isEqualTo(i != HOSTILE);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void anInterruptThatOneRewardSetsReachesNoOther(Work work) throws IOException {
        RewardEntry interrupts = entry("interrupts", work, sample -> {
            Thread.currentThread().interrupt();
            return 1;
        });
        RewardEntry waits = entry("waits", work, sample -> {
            Thread.sleep(0, 1);
            return 1;
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(List.of(interrupts, waits), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(new ByteArrayInputStream(lines()), out, ScoreJob.Progress.none(2));
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).hasLineCount(LINES).doesNotContain("unscored");
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    @Tag("slow")
    void stuckCallsCostTheirOwnSamplesOnly(Work work) {
        // More than there are threads, carriers, or calls of one reward that were once allowed to be stuck.
        RewardEntry sometimes = entry("sometimes", work, sample -> {
            int i = Integer.parseInt(sample.id());
            while (i % 20 == 0 && HostileRewards.over.getCount() > 0) {
                Thread.onSpinWait();
            }
            return i;
        });
        List<Sample> samples = IntStream.range(0, 240)
                .mapToObj(i -> Sample.of("" + i, "", List.of(), Map.of()))
                .toList();
        try (Scorer scorer =
                Scorer.builder().threads(4).deadline(Duration.ofSeconds(4)).build()) {
            List<Score> scores = scorer.scoreAll(sometimes, samples);
            for (int i = 0; i < samples.size(); i++) {
                assertThat(scores.get(i) instanceof Score.Scored)
                        .as(i + ": " + scores.get(i))
                        .isEqualTo(i % 20 != 0);
            }
            HostileRewards.over.countDown();
            Stuck.awaitNone(scorer);
        }
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void whatACallWithoutMemoryLeftInItsThreadReachesNoOther(Work work) {
        ThreadLocal<Integer> half = ThreadLocal.withInitial(() -> 0);
        RewardEntry leaves = entry("leaves", work, sample -> {
            if (sample.id().equals("" + HOSTILE)) {
                half.set(1);
                throw new OutOfMemoryError("in the middle");
            }
            return half.get();
        });
        List<Sample> samples = IntStream.range(0, LINES)
                .mapToObj(i -> Sample.of("" + i, "", List.of(), Map.of()))
                .toList();
        try (Scorer scorer = Scorer.builder().threads(1).waitingAtOnce(1).build()) {
            List<Score> scores = scorer.scoreAll(leaves, samples);
            assertThat(scores.get(HOSTILE)).isInstanceOf(Score.Unscored.class);
            assertThat(scores.stream()
                            .filter(Score.Scored.class::isInstance)
                            .map(score -> ((Score.Scored) score).result().reward()))
                    .hasSize(LINES - 1)
                    .containsOnly(0.0);
        }
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void whatOneRewardDoesToItsSampleReachesNoOther(Work work) throws IOException {
        RewardEntry empties = entry("empties", work, sample -> {
            List<?> tags =
                    (List<?>) java.util.Objects.requireNonNull(sample.fields().get("tags"));
            int size = tags.size();
            tags.clear();
            return size;
        });
        RewardEntry counts = entry(
                "counts",
                work,
                sample -> ((List<?>)
                                java.util.Objects.requireNonNull(sample.fields().get("tags")))
                        .size());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(List.of(empties, counts, empties), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(
                            new ByteArrayInputStream("{\"tags\":[1,2,3]}\n".getBytes(StandardCharsets.UTF_8)),
                            out,
                            ScoreJob.Progress.none(3));
        }
        assertThat(out.toString(StandardCharsets.UTF_8).split("\"reward\":3.0", -1))
                .hasSize(4);
    }

    @Test
    void extrasArePlainCopies() {
        StringBuilder builder = new StringBuilder("before");
        record Point(int x, List<Object> more) {}
        RewardEntry rich = entry(
                "rich",
                Work.COMPUTE,
                sample -> Map.of(
                        "reward",
                        1,
                        "text",
                        builder,
                        "point",
                        new Point(1, List.of(new int[] {2, 3}, Work.WAIT, 'c', new byte[] {1})),
                        "f",
                        0.5f));
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            Score score = scorer.score(rich, Sample.of("1", "", List.of(), Map.of()));
            builder.append(" and after");
            assertThat(((Score.Scored) score).result().extras())
                    .containsEntry("text", "before")
                    .containsEntry("point", Map.of("x", 1, "more", List.of(List.of(2, 3), "WAIT", "c", "AQ==")))
                    .containsEntry("f", 0.5);
        }
    }
}
