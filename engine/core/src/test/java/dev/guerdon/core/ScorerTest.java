package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.boundary.ResultConverter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ScorerTest {

    private static Sample sample(String id) {
        return Sample.of(id, id, List.of(), Map.of());
    }

    private static List<Sample> samples(int count) {
        return IntStream.range(0, count).mapToObj(i -> sample("" + i)).toList();
    }

    private static RewardEntry reward(String name, Work work, RewardFunction function) {
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

    private static Score.@Nullable Reason reason(Score score) {
        return score instanceof Score.Unscored unscored ? unscored.reason() : null;
    }

    private static double value(Score score) {
        return ((Score.Scored) score).result().reward();
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void keepsTheOrderWhateverTheCallsTake(Work work) {
        RewardEntry slowFirst = reward("slow_first", work, sample -> {
            int i = Integer.parseInt(sample.id());
            LockSupport.parkNanos((50 - i % 50) * 20_000L);
            return i;
        });
        try (Scorer scorer = Scorer.builder().threads(4).build()) {
            List<Score> scores = scorer.scoreAll(slowFirst, samples(500));
            assertThat(scores)
                    .extracting(ScorerTest::value)
                    .isEqualTo(IntStream.range(0, 500).mapToObj(i -> (double) i).toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    @Tag("slow")
    void decidesOnTimeEvenIfTheCallIgnoresInterruption(Work work) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        RewardEntry stubborn = reward("stubborn", work, sample -> {
            while (sample.id().equals("3") && !stop.get()) {
                Thread.onSpinWait();
            }
            return 1;
        });
        try (Scorer scorer =
                Scorer.builder().threads(2).deadline(Duration.ofSeconds(2)).build()) {
            long start = System.nanoTime();
            List<Score> scores = scorer.scoreAll(stubborn, samples(10));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertThat(reason(scores.get(3))).isEqualTo(Score.Reason.TIMEOUT);
            assertThat(((Score.Unscored) scores.get(3)).message()).contains("stubborn", "deadline of 2s");
            assertThat(scores.stream().filter(score -> reason(score) == null)).hasSize(9);
            assertThat(scorer.stuckCalls()).isEqualTo(1);
            assertThat(millis).isBetween(2_000L, 60_000L);
            stop.set(true);
            Stuck.awaitNone(scorer);
        }
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    @Tag("slow")
    void stuckCallsOfOneRewardNeverExhaustTheEngine(Work work) throws Exception {
        CountDownLatch stop = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        RewardEntry stuck = reward("stuck", work, sample -> {
            started.incrementAndGet();
            boolean open = true;
            while (open) {
                try {
                    stop.await();
                    open = false;
                } catch (InterruptedException e) {
                    // Ignores it on purpose.
                }
            }
            return 1;
        });
        RewardEntry fine = reward("fine", work, sample -> 1);
        try (Scorer scorer = Scorer.builder()
                .threads(2)
                .waitingAtOnce(2)
                .mostStuck(8)
                .deadline(Duration.ofSeconds(1))
                .build()) {
            List<Score> scores = scorer.scoreAll(stuck, samples(100));
            assertThat(scores).allMatch(score -> reason(score) == Score.Reason.TIMEOUT);
            assertThat(started.get()).isBetween(8, 10);
            assertThat(((Score.Unscored) scores.getLast()).message()).contains("was not started");
            assertThat(scorer.scoreAll(fine, samples(1000))).allMatch(score -> reason(score) == null);
            stop.countDown();
            Stuck.awaitNone(scorer);
            assertThat(reason(scorer.score(stuck, sample("again")))).isNull();
        }
    }

    @Test
    void anInterruptOfALateCallDoesNotReachTheNextOne() {
        RewardEntry sleepy = reward("sleepy", Work.COMPUTE, sample -> {
            if (sample.id().equals("0")) {
                Thread.sleep(60_000);
            }
            return Thread.interrupted() ? 0 : 1;
        });
        try (Scorer scorer =
                Scorer.builder().threads(1).deadline(Duration.ofSeconds(1)).build()) {
            List<Score> scores = scorer.scoreAll(sleepy, samples(50));
            assertThat(reason(scores.getFirst())).isEqualTo(Score.Reason.TIMEOUT);
            assertThat(scores.subList(1, 50)).allMatch(score -> reason(score) == null && value(score) == 1);
        }
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // a reward may return a future; the scorer awaits it
    void failuresKeepTheirReason() {
        RewardEntry deep = reward("deep", Work.COMPUTE, sample -> deeper(0));
        RewardEntry picky = reward("picky", Work.COMPUTE, sample -> {
            throw new UnscoredException(Score.Reason.RESOURCE, "nothing left");
        });
        RewardEntry cancelled = reward("cancelled", Work.WAIT, sample -> {
            CompletableFuture<Double> future = new CompletableFuture<>();
            future.cancel(true);
            return future;
        });
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            assertThat(scorer.score(deep, sample("x")))
                    .matches(score -> reason(score) == Score.Reason.ERROR
                            && score.toString().contains("StackOverflowError"));
            assertThat(scorer.score(picky, sample("x")))
                    .isEqualTo(new Score.Unscored(Score.Reason.RESOURCE, "nothing left"));
            assertThat(reason(scorer.score(cancelled, sample("x")))).isEqualTo(Score.Reason.CANCELLED);
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    @Test
    void waitingRewardsRunManyAtATime() {
        CountDownLatch allThere = new CountDownLatch(200);
        RewardEntry together = reward("together", Work.WAIT, sample -> {
            allThere.countDown();
            return allThere.await(30, TimeUnit.SECONDS);
        });
        try (Scorer scorer = Scorer.builder().waitingAtOnce(200).build()) {
            assertThat(scorer.scoreAll(together, samples(200))).allMatch(score -> value(score) == 1);
        }
    }

    @Test
    void aStreamIsNotReadFarAhead() {
        AtomicInteger read = new AtomicInteger();
        AtomicInteger written = new AtomicInteger();
        AtomicInteger farthest = new AtomicInteger();
        RewardEntry one = reward("one", Work.COMPUTE, sample -> 1);
        try (Scorer scorer = Scorer.builder().threads(2).build()) {
            scorer.stream(
                    one,
                    Stream.generate(() -> sample("" + read.getAndIncrement()))
                            .limit(20_000)
                            .iterator(),
                    (sample, score) -> {
                        assertThat(sample.id()).isEqualTo("" + written.getAndIncrement());
                        farthest.accumulateAndGet(read.get() - written.get(), Math::max);
                    });
        }
        assertThat(written).hasValue(20_000);
        assertThat(farthest.get()).isLessThan(2 * 512);
    }

    @Test
    void metricsSumUpScoresExtrasReasonsAndGroups() {
        Metrics metrics = new Metrics();
        List<Score> scores = new ArrayList<>();
        scores.add(ResultConverter.of("r", Map.of("reward", 1.0, "f1", 0.5, "ok", true, "note", "x")));
        scores.add(ResultConverter.of("r", Map.of("reward", 0.0, "f1", 0.25, "ok", false)));
        scores.add(ResultConverter.of("r", 0.5));
        scores.add(new Score.Unscored(Score.Reason.TIMEOUT, "late"));
        for (int i = 0; i < scores.size(); i++) {
            metrics.add(scores.get(i), i < 2 ? "a" : "b");
        }
        assertThat(metrics.toMap())
                .containsEntry("count", 4L)
                .containsEntry("reward/mean", 0.5)
                .containsEntry("reward/max", 1.0)
                .containsEntry("reward/min", 0.0)
                .containsEntry("reward/unscored", 1L)
                .containsEntry("reward/unscored/TIMEOUT", 1L)
                .containsEntry("reward_extra/f1/mean", 0.375)
                .containsEntry("reward_extra/ok/mean", 0.5)
                .containsEntry("reward_extra/ok/max", 1.0)
                .containsEntry("group/count", 2L)
                .containsEntry("group/pass@1", 0.25)
                .containsEntry("group/pass@2", 1.0)
                .doesNotContainKey("reward_extra/note/mean");
        assertThat(metrics.toMap().get("reward/std")).isEqualTo(Math.sqrt(0.5 / 3));
        Metrics restored = Metrics.restore(JsonCodec.read(JsonCodec.write(metrics.save()), "state"));
        assertThat(metrics.toMap()).containsAllEntriesOf(restored.toMap());
        for (int i = 0; i < 3; i++) {
            restored.addToGroup(
                    i < 2 ? "a" : "b", ((Score.Scored) scores.get(i)).result().reward());
        }
        assertThat(restored.toMap()).isEqualTo(metrics.toMap());
    }

    @Test
    void figuresOfExtrasWithANameForEachSampleAreBounded() {
        Metrics metrics = new Metrics();
        Metrics part = new Metrics();
        for (int i = 0; i < 30_000; i++) {
            Score score = ResultConverter.of("r", Map.of("reward", 1.0, "sample " + i, 1));
            (i % 2 == 0 ? metrics : part).add(score);
        }
        metrics.add(part);
        assertThat(metrics.scored()).isEqualTo(30_000);
        assertThat(metrics.toMap()).hasSizeBetween(30_000, 30_100);
    }

    @Test
    void passAtKIsTheUnbiasedEstimate() {
        // n = 5, c = 2, k = 2: 1 - C(3,2)/C(5,2) = 1 - 3/10
        assertThat(Metrics.passAt(5, 2, 2)).isEqualTo(0.7, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(Metrics.passAt(10, 0, 4)).isEqualTo(0);
        assertThat(Metrics.passAt(10, 7, 4)).isEqualTo(1);
    }
}
