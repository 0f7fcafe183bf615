package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.boundary.CodeBoundary;
import dev.guerdon.core.boundary.ComputePool;
import dev.guerdon.core.boundary.PlainSnapshot;
import dev.guerdon.core.boundary.ResultConverter;
import dev.guerdon.core.boundary.WaitingCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs rewards over samples.
 *
 * <p>Rewards that compute share a fixed pool; rewards that wait get a thread each. A call past its deadline is decided on time as
 * {@link Score.Reason#TIMEOUT} even if it ignores interruption; it is then left to itself and counted as stuck. A reward with
 * hundreds of stuck calls is not started again until one of them returns, so it cannot exhaust the machine for the others.
 *
 * <p>The deadline covers the call, the reading of what it returned, and a copy of its extras as plain values. Nothing else of a
 * reward's own objects is in a {@link Score}.
 */
@Experimental
public final class Scorer implements AutoCloseable {

    /** How many calls of one reward may be stuck before further calls are refused, unless the builder says otherwise. */
    public static final int MAX_STUCK = 256;

    /** How much text the results of one batch of a stream should hold. */
    private static final long BATCH_CHARACTERS = 32 << 20;

    private final Duration deadline;
    private final int maxCharacters;
    private final ComputePool pool;
    private final WaitingCalls waiting;
    private final int mostStuck;

    /** Number of calls that were given up and still run, by reward: one reward must not exhaust the machine for the others. */
    private final Map<RewardEntry, Integer> stuck = new ConcurrentHashMap<>();

    private final @Nullable IsolatedRewards isolated;
    private final @Nullable Watch watch;

    private Scorer(Builder builder) {
        this.deadline = builder.deadline;
        this.mostStuck = builder.mostStuck;
        this.maxCharacters = builder.maxCharacters;
        this.watch = builder.watch;
        this.isolated = builder.isolated == null || builder.isolated.isolation().isNone()
                ? null
                : new IsolatedRewards(
                        builder.isolated, builder.threads, builder.waitingAtOnce, deadline, maxCharacters);
        this.pool = new ComputePool(builder.threads, deadline);
        this.pool.spare(builder.spareThreads);
        this.waiting = new WaitingCalls(builder.waitingAtOnce);
    }

    /** Returns a scorer with a thread per core, 256 waiting calls at once, and no deadline. */
    public static Scorer create() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Follows the calls of a scorer. Called by any thread; must be quick and throw nothing. */
    @FunctionalInterface
    public interface Watch {

        /**
         * A call was decided.
         *
         * @param nanos how long it took; where several samples went to a worker together, their share of the time
         */
        void called(RewardEntry reward, Sample sample, Score score, long nanos);
    }

    /** Builder of a scorer. */
    public static final class Builder {
        private int threads = Runtime.getRuntime().availableProcessors();
        private int spareThreads;
        private int waitingAtOnce = 256;
        private Duration deadline = Duration.ZERO;
        private @Nullable Registry isolated;
        private int mostStuck = MAX_STUCK;
        private int maxCharacters = PlainSnapshot.DEFAULT_CHARACTERS;
        private @Nullable Watch watch;

        private Builder() {}

        private static int atLeastOne(String what, int value) {
            if (value < 1) {
                throw new GuerdonException(what + " must be at least 1, found " + value);
            }
            return value;
        }

        /** Sets how many calls compute at once. */
        public Builder threads(int threads) {
            this.threads = atLeastOne("threads", threads);
            return this;
        }

        /** Sets how many more calls may compute while others take long, so that these block no other; none by default. */
        public Builder spareThreads(int threads) {
            if (threads < 0) {
                throw new GuerdonException("spareThreads must not be negative, found " + threads);
            }
            this.spareThreads = threads;
            return this;
        }

        /** Sets how many calls wait at once. */
        public Builder waitingAtOnce(int calls) {
            this.waitingAtOnce = atLeastOne("waitingAtOnce", calls);
            return this;
        }

        /** Sets the time limit of each call; zero for no limit. */
        public Builder deadline(Duration deadline) {
            if (deadline.isNegative()) {
                throw new GuerdonException("the deadline must not be negative, found " + deadline);
            }
            this.deadline = deadline;
            return this;
        }

        /**
         * Runs rewards in worker processes, those that the catalogue's {@linkplain Registry#isolation() isolation} covers.
         *
         * @param registry where the rewards come from, so that a worker finds the same; a reward that only this program has, such
         *     as a lambda, cannot run in another process, and says so
         */
        public Builder isolated(Registry registry) {
            this.isolated = registry;
            return this;
        }

        /** Sets how many calls of one reward may be stuck; past it the reward is not started until one of them returns. */
        public Builder mostStuck(int calls) {
            this.mostStuck = atLeastOne("mostStuck", calls);
            return this;
        }

        /** Sets how many characters the extras of one result may hold; 4,194,304 by default. Past it the sample is unscored. */
        public Builder mostResultText(int characters) {
            this.maxCharacters = atLeastOne("mostResultText", characters);
            return this;
        }

        /** Sets a listener for each call that {@link Scorer#score} and {@link Scorer#scoreAll} make. */
        public Builder watch(Watch watch) {
            this.watch = watch;
            return this;
        }

        public Scorer build() {
            return new Scorer(this);
        }
    }

    /** Returns a place in which the calling thread, and no other, makes short calls itself instead of handing them to the pool. */
    public Here here() {
        return new Here();
    }

    /**
     * Calls in the thread that asks for them, under the same deadline as any other.
     *
     * <p>A call that misses its deadline is unscored, but its thread is free only when it returns: for rewards that compute and have an
     * end.
     */
    public final class Here implements AutoCloseable {
        private ComputePool.Guest guest = pool.guest();

        private Here() {}

        /** Scores samples; the scores come in the samples' order. */
        public List<Score> scoreAll(RewardEntry reward, List<? extends Sample> samples) {
            @Nullable Score[] scores = new Score[samples.size()];
            CountDownLatch open = new CountDownLatch(1);
            if (!guest.run(new Calls(reward, samples, scores, 0, deadline, open::countDown))) {
                guest = pool.guest();
            }
            return awaited(open, scores);
        }

        @Override
        public void close() {
            guest.leave();
        }
    }

    /** Returns how many calls were given up and still run. */
    public int stuckCalls() {
        return stuck.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Scores one sample. */
    public Score score(RewardEntry reward, Sample sample) {
        return scoreAll(reward, List.of(sample)).getFirst();
    }

    /** Scores samples; the scores come in the samples' order. */
    public List<Score> scoreAll(RewardEntry reward, List<? extends Sample> samples) {
        if (isIsolated(reward)) {
            return scoreApart(reward, samples);
        }
        return scoreHere(reward, samples);
    }

    /** Returns whether a reward runs in worker processes. */
    boolean isIsolated(RewardEntry reward) {
        return isolated != null && isolated.covers(reward);
    }

    private List<Score> scoreApart(RewardEntry reward, List<? extends Sample> samples) {
        List<Score> scores;
        long began = System.nanoTime();
        try {
            scores = new ArrayList<>(Objects.requireNonNull(isolated).scoreAll(reward, samples));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Score cancelled = ResultConverter.interrupted();
            return samples.stream().map(sample -> cancelled).toList();
        }
        for (int i = 0; i < scores.size(); i++) {
            // What the worker says may be the reward's own words: nothing comes into this process for a sample without
            // a rollout.
            if (scores.get(i).equals(IsolatedRewards.NEEDS_ROLLOUT)
                    && samples.get(i).context().isLive()) {
                // The live environment is in this process, and so the reward must be, too.
                scores.set(i, scoreHere(reward, List.of(samples.get(i))).getFirst());
            }
        }
        if (watch != null) {
            tell(watch, reward, samples, scores, System.nanoTime() - began);
        }
        return scores;
    }

    /** Shares the time of a piece among its samples: what was late had its deadline, and the others had the rest. */
    private void tell(Watch told, RewardEntry reward, List<? extends Sample> samples, List<Score> scores, long nanos) {
        long late = scores.stream().filter(Scorer::isLate).count();
        long each = late == scores.size() ? 0 : Math.max(0, nanos - late * deadline.toNanos()) / (scores.size() - late);
        for (int i = 0; i < scores.size(); i++) {
            told.called(reward, samples.get(i), scores.get(i), isLate(scores.get(i)) ? deadline.toNanos() : each);
        }
    }

    private static boolean isLate(Score score) {
        return score instanceof Score.Unscored unscored && unscored.reason() == Score.Reason.TIMEOUT;
    }

    private List<Score> scoreHere(RewardEntry reward, List<? extends Sample> samples) {
        if (reward.work() == Work.WAIT) {
            List<Score> scores = new ArrayList<>(samples.size());
            waiting.each(samples.iterator(), sample -> start(reward, sample), (sample, score) -> scores.add(score));
            return scores;
        }
        @Nullable Score[] scores = new Score[samples.size()];
        int chunkSize = Math.clamp(samples.size() / (pool.threads() * 4L), 1, 256);
        CountDownLatch open = new CountDownLatch((samples.size() + chunkSize - 1) / chunkSize);
        for (int from = 0; from < samples.size(); from += chunkSize) {
            int to = Math.min(samples.size(), from + chunkSize);
            pool.submit(new Calls(reward, samples.subList(from, to), scores, from, deadline, open::countDown));
        }
        return awaited(open, scores);
    }

    /** Returns the scores once all are decided; those that are not when this thread is interrupted were cancelled. */
    private static List<Score> awaited(CountDownLatch open, @Nullable Score[] scores) {
        try {
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Score> out = new ArrayList<>(scores.length);
        for (Score score : scores) {
            out.add(score == null ? ResultConverter.interrupted() : score);
        }
        return out;
    }

    /**
     * Scores a stream of any length in bounded memory.
     *
     * @param sink gets each sample with its score, in the samples' order, in the calling thread
     */
    public void stream(RewardEntry reward, Iterator<? extends Sample> samples, BiConsumer<Sample, Score> sink) {
        if (reward.work() == Work.WAIT && !isIsolated(reward)) {
            waiting.each(samples, sample -> start(reward, sample), sink);
            return;
        }
        int most = pool.threads() * 256;
        // Results may be large, and a batch of them is in memory at once. So the first batch is small, and shows.
        int batch = Math.min(most, 64);
        List<Sample> samplesOfBatch = new ArrayList<>(most);
        while (samples.hasNext()) {
            samplesOfBatch.clear();
            while (samples.hasNext() && samplesOfBatch.size() < batch) {
                samplesOfBatch.add(samples.next());
            }
            List<Score> scores = scoreAll(reward, samplesOfBatch);
            long largest = 1;
            for (int i = 0; i < scores.size(); i++) {
                largest = Math.max(largest, PlainSnapshot.characters(scores.get(i)));
                sink.accept(samplesOfBatch.get(i), scores.get(i));
            }
            batch = Math.clamp(BATCH_CHARACTERS / largest, pool.threads(), most);
        }
    }

    /** Starts a call of a reward that waits. */
    CompletableFuture<Score> start(RewardEntry reward, Sample sample) {
        return start(reward, sample, deadline);
    }

    /** Starts a call with a deadline of its own; waits for a place where the reward waits and all are taken. */
    CompletableFuture<Score> start(RewardEntry reward, Sample sample, Duration deadlineOfCall) {
        Score refused = refusal(reward);
        if (refused != null) {
            return CompletableFuture.completedFuture(refused);
        }
        if (reward.work() == Work.COMPUTE) {
            CompletableFuture<Score> future = new CompletableFuture<>();
            @Nullable Score[] score = new Score[1];
            pool.submit(new Calls(
                    reward,
                    List.of(sample),
                    score,
                    0,
                    deadlineOfCall,
                    () -> future.complete(Objects.requireNonNull(score[0]))));
            return future;
        }
        long began = System.nanoTime();
        CompletableFuture<Score> called = waiting.start(
                () -> callNow(reward, sample),
                () -> lateScore(reward, deadlineOfCall),
                () -> onLateReturn(reward),
                deadlineOfCall.toNanos());
        Watch told = watch;
        return told == null
                ? called
                : called.whenComplete(
                        (score, problem) -> told.called(reward, sample, score, System.nanoTime() - began));
    }

    /** Scores blocks in worker processes; null if they are scored in this one. */
    @Nullable
    IsolatedRewards isolated() {
        return isolated;
    }

    ComputePool pool() {
        return pool;
    }

    /** Makes one call in this thread, with no deadline. Never throws. */
    Score callNow(RewardEntry reward, Sample sample) {
        return call(reward, sample, maxCharacters);
    }

    /** Makes one call in this thread, with no deadline and the usual limits. Never throws. */
    static Score call(RewardEntry reward, Sample sample) {
        return call(reward, sample, PlainSnapshot.DEFAULT_CHARACTERS);
    }

    private static Score call(RewardEntry reward, Sample sample, int maxCharacters) {
        return CodeBoundary.call(
                reward.origin(),
                () -> ResultConverter.of(reward.name(), CodeBoundary.settled(reward.call(sample)), maxCharacters),
                fault -> ResultConverter.threw(reward.name(), fault));
    }

    /** Makes one call in this thread, with no deadline, unless too many earlier ones of the reward are stuck. Never throws. */
    Score attempt(RewardEntry reward, Sample sample) {
        Score refused = refusal(reward);
        return refused != null ? refused : callNow(reward, sample);
    }

    /** Returns the score for a call that is not started because too many earlier ones are stuck, or null. */
    private @Nullable Score refusal(RewardEntry reward) {
        int count = stuck.getOrDefault(reward, 0);
        return count < mostStuck ? null : ResultConverter.refused(reward.name(), count);
    }

    /** Returns the score of a call that missed its deadline and still runs. */
    Score lateScore(RewardEntry reward) {
        return lateScore(reward, deadline);
    }

    Score lateScore(RewardEntry reward, Duration deadlineOfCall) {
        stuck.merge(reward, 1, Integer::sum);
        return ResultConverter.late(reward.name(), deadlineOfCall);
    }

    /** Counts a late call that returned after all. */
    void onLateReturn(RewardEntry reward) {
        stuck.merge(reward, -1, Integer::sum);
    }

    /** Ends the threads; calls that are stuck keep their daemon threads. */
    @Override
    public void close() {
        pool.close();
        waiting.close();
        if (isolated != null) {
            isolated.close();
        }
    }

    /** Calls of one reward on some samples. */
    private final class Calls implements ComputePool.Chunk {
        private final RewardEntry reward;
        private final List<? extends Sample> samples;
        private final @Nullable Score[] scores;
        private final int offset;
        private final Duration deadlineOfCall;
        private final Runnable whenDone;

        Calls(
                RewardEntry reward,
                List<? extends Sample> samples,
                @Nullable Score[] scores,
                int offset,
                Duration deadlineOfCall,
                Runnable whenDone) {
            this.deadlineOfCall = deadlineOfCall;
            this.reward = reward;
            this.samples = samples;
            this.scores = scores;
            this.offset = offset;
            this.whenDone = whenDone;
        }

        @Override
        public int size() {
            return samples.size();
        }

        /** Outcome of a call, and the time that it took. */
        private record Timed(Score score, long nanos) {}

        @Override
        public Object call(int i) {
            Score refused = refusal(reward);
            if (refused != null || watch == null) {
                return refused != null ? refused : callNow(reward, samples.get(i));
            }
            long began = System.nanoTime();
            Score score = callNow(reward, samples.get(i));
            return new Timed(score, System.nanoTime() - began);
        }

        @Override
        public void accept(int i, Object result) {
            if (result instanceof Timed timed) {
                tell(i, timed.score, timed.nanos);
                scores[offset + i] = timed.score;
            } else {
                scores[offset + i] = (Score) result;
            }
        }

        private void tell(int i, Score score, long nanos) {
            if (watch != null) {
                watch.called(reward, samples.get(i), score, nanos);
            }
        }

        @Override
        public void late(int i) {
            Score score = lateScore(reward, deadlineOfCall);
            scores[offset + i] = score;
            tell(i, score, deadlineOfCall.toNanos());
        }

        @Override
        public long deadlineNanos() {
            return deadlineOfCall.toNanos();
        }

        @Override
        public void onLateReturn(int i) {
            Scorer.this.onLateReturn(reward);
        }

        @Override
        public void done() {
            whenDone.run();
        }

        @Override
        public void failed(Throwable problem) {
            for (int i = 0; i < samples.size(); i++) {
                if (scores[offset + i] == null) {
                    scores[offset + i] = ResultConverter.broken(reward.name(), problem);
                }
            }
            whenDone.run();
        }
    }
}
