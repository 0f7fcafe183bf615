package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.boundary.ComputePool;
import dev.guerdon.core.boundary.ResultConverter;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Scores batches of lines for programs that wait for the answers: many batches at once, each line under a deadline, each answered as soon
 * as it is scored.
 *
 * <p>A line is one of {@code guerdon score}; its answer is the line that {@code guerdon score} would write, with its index first. Where
 * all rewards of a batch compute, threads take the lines one by one, or the thread that brings a small batch scores it itself. Rewards
 * that block or run in worker processes are called apart from these threads.
 */
@Internal
public final class LineBatches {

    /** Receiver of the answers to a batch. */
    public interface Answers {

        /**
         * Takes lines, in order, without waiting for anyone.
         *
         * @param last whether these are the last of the batch
         */
        void put(JsonBuffer lines, boolean last);

        /** Sends what was put. May wait for the client. */
        void send();

        /** Lets another thread send what was put. Does not block. */
        void sendSoon();

        /** Waits until the client has read enough. */
        void awaitCapacity();
    }

    /** A batch that should take less than this is scored by the thread that brings it. */
    private static final long MAX_INLINE_NANOS = 200_000;

    private final Scorer scorer;
    private final LongAdder scored = new LongAdder();
    private final Map<Score.Reason, LongAdder> unscored = new EnumMap<>(Score.Reason.class);

    public LineBatches(Scorer scorer) {
        this.scorer = scorer;
        for (Score.Reason reason : Score.Reason.values()) {
            unscored.put(reason, new LongAdder());
        }
    }

    /** Returns whether every thread has a batch, and others wait. */
    public boolean isBusy() {
        return scorer.pool().waiting() > scorer.pool().threads();
    }

    /** Returns how many calls were scored so far. */
    public long scored() {
        return scored.sum();
    }

    /** Returns how many calls were not, by the reasons that occurred. */
    public Map<Score.Reason, Long> unscored() {
        Map<Score.Reason, Long> counts = new EnumMap<>(Score.Reason.class);
        unscored.forEach((reason, count) -> {
            if (count.sum() > 0) {
                counts.put(reason, count.sum());
            }
        });
        return counts;
    }

    /** Rewards that are ready to score lines. */
    public final class Plan {
        private final List<RewardEntry> rewards;
        private final LineDecoder decoder;
        private final boolean computes;

        /** What a line takes, roughly; it does not matter if two threads change it at once. */
        private volatile long nanosPerLine = 20_000;

        private Plan(List<RewardEntry> rewards) {
            this.rewards = List.copyOf(rewards);
            this.decoder = new LineDecoder(rewards);
            this.computes = rewards.stream().allMatch(each -> each.work() == Work.COMPUTE && !scorer.isIsolated(each));
        }

        /** Returns whether every call is one of Guerdon's own that compute, which have an end. */
        private boolean isTame() {
            return computes && rewards.stream().noneMatch(RewardEntry::isForeign);
        }
    }

    /** Prepares rewards; the plan is for any number of batches. */
    public Plan plan(List<RewardEntry> rewards) {
        return new Plan(rewards);
    }

    /**
     * Time that a batch may take.
     *
     * @param call the time each call has; zero for no limit
     * @param batch the time the whole batch has; zero for no limit
     */
    public record Limits(Duration call, Duration batch) {}

    /** A place in which a thread that brings batches can score small ones itself. For one thread; see {@link Batch#run}. */
    public final class Here implements AutoCloseable {
        private final ComputePool.Guest guest = scorer.pool().guest();

        private Here() {}

        @Override
        public void close() {
            guest.leave();
        }
    }

    public Here here() {
        return new Here();
    }

    /** Returns a thread, not started yet, that may score batches itself. */
    public static Thread thread(Runnable work, String name) {
        return ComputePool.thread(work, name);
    }

    /**
     * Takes a batch, and does nothing with it yet.
     *
     * @param bytes holds the lines, from an offset to the end
     */
    public Batch batch(Plan plan, byte[] bytes, int from, Limits limits, Answers answers) {
        return new Batch(plan, LineBlock.of(bytes, from, 1, true), limits, answers);
    }

    /** Lines that are scored together. */
    public final class Batch extends SharedBatchRunner {
        private final Plan plan;
        private final LineBlock lines;
        private final Limits limits;
        private final long due;
        private final AtomicReference<Score.@Nullable Unscored> stopped = new AtomicReference<>();
        private final @Nullable AsyncCalls asyncCalls;

        private Batch(Plan plan, LineBlock lines, Limits limits, Answers answers) {
            super(scorer.pool(), lines.lines(), plan.rewards.size(), answers);
            this.plan = plan;
            this.lines = lines;
            this.limits = limits;
            this.asyncCalls = plan.computes ? null : new AsyncCalls();
            this.due = limits.batch.isZero() ? 0 : System.nanoTime() + limits.batch.toNanos();
        }

        private boolean isNeeded() {
            return stopped.get() == null;
        }

        /** Returns whether the thread that brings the batch may score it itself. */
        public boolean isSmall() {
            return plan.isTame() && (size() == 1 || size() * plan.nanosPerLine <= MAX_INLINE_NANOS);
        }

        /**
         * Scores a small batch in this thread.
         *
         * @return false if a call was given up: other threads continue, and the place must not be used again
         */
        public boolean run(Here here) {
            return run(here.guest);
        }

        /** Lets other threads score the batch. Does not block. */
        public void start() {
            AsyncCalls calls = asyncCalls;
            if (calls == null) {
                long useful = 1 + size() * plan.nanosPerLine / MAX_INLINE_NANOS;
                start((int) Math.min(Math.min(useful, size()), scorer.pool().threads()));
            } else {
                var unused = Thread.ofVirtual().name("guerdon-feed").start(calls::start);
            }
        }

        /** Makes no more calls, and gives up those that run. The lines that are left are unscored. */
        public void cancel() {
            stop(new Score.Unscored(Score.Reason.CANCELLED, "the client cancelled the batch"));
        }

        private void stop(Score.Unscored why) {
            if (stopped.compareAndSet(null, why)) {
                AsyncCalls calls = asyncCalls;
                if (calls != null) {
                    calls.stop(why);
                } else {
                    stop();
                }
            }
        }

        /** Sends what has waited long enough, and ends the batch at its deadline. To be called every few milliseconds. */
        @Override
        public void tick(long now) {
            if (due != 0 && now - due >= 0) {
                stop(new Score.Unscored(
                        Score.Reason.TIMEOUT,
                        "the batch took longer than its deadline of " + DurationText.format(limits.batch)));
            }
            super.tick(now);
        }

        private LineSample decode(int line) {
            if (lines.start(line) == lines.end(line)) {
                throw new GuerdonException("line " + (line + 1) + " is empty; expected a JSON object");
            }
            return plan.decoder.decode(lines, line);
        }

        @Override
        Outcome call(int line, int call, @Nullable Outcome[] before) {
            LineSample sample = null;
            if (call > 0) {
                Outcome earlier = Objects.requireNonNull(before[call - 1]);
                if (isUnreadable(earlier)) {
                    return earlier;
                }
                // A user's reward may have changed what it was given, and may have kept it.
                sample = plan.rewards.get(call - 1).isPredefined() ? earlier.sample() : null;
            }
            try {
                sample = sample == null ? decode(line) : sample;
            } catch (Throwable e) {
                return new Outcome(null, LineDecoder.unreadable(line + 1L, e));
            }
            return new Outcome(sample, scorer.attempt(plan.rewards.get(call), sample));
        }

        private static boolean isUnreadable(Outcome outcome) {
            return outcome.sample() == null
                    && outcome.score() instanceof Score.Unscored unscored
                    && unscored.reason() == Score.Reason.INVALID_INPUT;
        }

        /** Returns the score of a call that is given up. It is stuck, unlike one that has not begun when the batch is stopped. */
        @Override
        Score abandonedScore(int call) {
            Score.Unscored why = stopped.get();
            Score late = scorer.lateScore(plan.rewards.get(call), limits.call);
            return why != null ? why : late;
        }

        @Override
        Score notBegun() {
            return Objects.requireNonNull(stopped.get());
        }

        @Override
        Score failed(int call, Throwable problem) {
            return ResultConverter.broken(plan.rewards.get(call).name(), problem);
        }

        @Override
        void onLateReturn(int call) {
            scorer.onLateReturn(plan.rewards.get(call));
        }

        @Override
        long deadlineNanos() {
            return limits.call.toNanos();
        }

        @Override
        void took(long nanos, int lines) {
            if (lines > 0) {
                plan.nanosPerLine = (plan.nanosPerLine * 7 + nanos / lines) / 8;
            }
        }

        @Override
        void write(JsonBuffer out, int line, @Nullable Outcome[] outcomes) {
            List<Score> scores = new ArrayList<>(outcomes.length);
            LineSample sample = null;
            for (Outcome each : outcomes) {
                Outcome outcome = Objects.requireNonNull(each);
                sample = sample == null ? outcome.sample() : sample;
                scores.add(outcome.score());
            }
            write(out, line, sample, scores);
        }

        /** Writes the line of a sample; if it has not been decoded, that is tried, because its id is part of the answer. */
        private void write(JsonBuffer out, int line, @Nullable LineSample decoded, List<Score> scores) {
            out.raw("{\"i\":").value(line).raw(",");
            LineSample sample = decoded;
            if (sample == null) {
                try {
                    sample = decode(line);
                } catch (Throwable e) {
                    write(out, LineDecoder.unreadable(line + 1L, e));
                    out.raw("}\n");
                    return;
                }
            }
            if (sample.idValue() != null) {
                out.raw("\"id\":").value(sample.idValue()).raw(",");
            }
            if (scores.size() == 1) {
                write(out, scores.getFirst());
                out.raw("}\n");
                return;
            }
            out.raw("\"rewards\":{");
            for (int i = 0; i < scores.size(); i++) {
                out.raw(i > 0 ? "," : "").string(plan.rewards.get(i).label()).raw(":{");
                write(out, scores.get(i));
                out.raw("}");
            }
            out.raw("}}\n");
        }

        private void write(JsonBuffer out, Score score) {
            count(score);
            out.score(score, null);
        }

        /** Calls of a batch that block or run in worker processes. Stopping the batch completes its open calls at once. */
        private final class AsyncCalls {
            private final int perLine = plan.rewards.size();
            private final AtomicReferenceArray<Score> scores = new AtomicReferenceArray<>(size() * perLine);
            private final AtomicIntegerArray open = new AtomicIntegerArray(size());

            AsyncCalls() {
                for (int line = 0; line < size(); line++) {
                    open.set(line, perLine);
                }
            }

            /** Starts the calls; waits while the client is slow to read. A failure completes all open calls as unscored. */
            void start() {
                try {
                    int[] readable = IntStream.range(0, size())
                            .filter(this::completeUnreadable)
                            .toArray();
                    Map<Boolean, List<RewardEntry>> byIsolation =
                            plan.rewards.stream().collect(Collectors.partitioningBy(scorer::isIsolated));
                    startInWorkers(Objects.requireNonNull(byIsolation.get(true)), readable);
                    for (int line : readable) {
                        for (RewardEntry reward : Objects.requireNonNull(byIsolation.get(false))) {
                            if (!isNeeded()) {
                                return;
                            }
                            awaitCapacity();
                            int index = plan.rewards.indexOf(reward);
                            var unused = scorer.start(reward, decode(line), limits.call)
                                    .thenAccept(score -> complete(line, index, score));
                        }
                    }
                } catch (Throwable e) {
                    stop(new Score.Unscored(
                            Score.Reason.ERROR,
                            "the batch could not be scored: " + CodeFault.of(e).text()));
                }
            }

            /** Completes the calls of a line that is no sample; returns whether it is one. */
            private boolean completeUnreadable(int line) {
                try {
                    var unused = decode(line);
                    return true;
                } catch (Throwable e) {
                    for (int reward = 0; reward < perLine; reward++) {
                        complete(line, reward, LineDecoder.unreadable(line + 1L, e));
                    }
                    return false;
                }
            }

            private void startInWorkers(List<RewardEntry> some, int[] which) {
                if (some.isEmpty()) {
                    return;
                }
                IsolatedRewards workers = Objects.requireNonNull(scorer.isolated());
                int most = workers.together(some, which.length);
                for (int from = 0; from < which.length && isNeeded(); from += most) {
                    awaitCapacity();
                    int[] part = Arrays.copyOfRange(which, from, Math.min(which.length, from + most));
                    workers.pool().submit(new InWorkers(workers, some, part));
                }
            }

            void stop(Score why) {
                for (int call = 0; call < scores.length(); call++) {
                    complete(call / perLine, call % perLine, why);
                }
            }

            private void complete(int line, int reward, Score score) {
                if (scores.compareAndSet(line * perLine + reward, null, score) && open.decrementAndGet(line) == 0) {
                    JsonBuffer out = new JsonBuffer(256);
                    List<Score> ofLine = IntStream.range(line * perLine, (line + 1) * perLine)
                            .mapToObj(scores::get)
                            .toList();
                    write(out, line, null, ofLine);
                    answer(out, 1, true);
                }
            }

            /** Some lines for some of the rewards. */
            private final class InWorkers extends IsolatedRewards.Calls {
                private final int[] numbers;
                private final int[] which;

                InWorkers(IsolatedRewards workers, List<RewardEntry> some, int[] which) {
                    super(workers, some, limits.call);
                    this.numbers = some.stream().mapToInt(plan.rewards::indexOf).toArray();
                    this.which = which;
                }

                @Override
                int samples() {
                    return which.length;
                }

                @Override
                void tell(Map<String, Object> head, int first) {
                    head.put("line", which[first] + 1);
                }

                @Override
                void write(ByteArrayOutputStream out, int from, int to) {
                    for (int line : Arrays.copyOfRange(which, from, to)) {
                        out.write(lines.bytes(), lines.start(line), lines.end(line) - lines.start(line));
                        out.write('\n');
                    }
                }

                @Override
                public long deadlineNanos() {
                    return isNeeded() ? limits.call.toNanos() : 1;
                }

                @Override
                public boolean isNeeded() {
                    return Batch.this.isNeeded();
                }

                @Override
                void complete(int sample, int reward, Score score) {
                    AsyncCalls.this.complete(which[sample], numbers[reward], score);
                }
            }
        }
    }

    private void count(Score score) {
        switch (score) {
            case Score.Scored any -> scored.increment();
            case Score.Unscored missing ->
                Objects.requireNonNull(unscored.get(missing.reason())).increment();
        }
    }
}
