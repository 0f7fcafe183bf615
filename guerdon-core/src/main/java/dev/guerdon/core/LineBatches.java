package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Score;
import dev.guerdon.base.Durations;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.boundary.ForeignThread;
import dev.guerdon.core.engine.ComputePool;
import dev.guerdon.core.engine.Gathering;
import dev.guerdon.core.engine.Lanes;
import dev.guerdon.core.engine.NoScore;
import dev.guerdon.core.lines.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Scores batches of lines for programs that wait for the answers: many batches at once, each line under a deadline, each answered as soon
 * as it is scored.
 *
 * <p>A line is one of {@code guerdon score}; its answer is the line that {@code guerdon score} would write, with its index first. Where
 * all rewards of a batch compute, threads take the lines one by one, or the thread that brings a small batch scores it itself. Rewards
 * that wait or run in worker processes are called beside.
 */
@Internal
public final class LineBatches {

    /** Where the answers to a batch go. */
    public interface Answers extends Gathering.Answers {}

    /** A batch that should take less than this is scored by the thread that brings it. */
    private static final long SMALL_NANOS = 200_000;

    private final Scorer scorer;
    private final LongAdder scored = new LongAdder();
    private final Map<Score.Reason, LongAdder> unscored = new EnumMap<>(Score.Reason.class);

    public LineBatches(Scorer scorer) {
        this.scorer = scorer;
        for (Score.Reason reason : Score.Reason.values()) {
            unscored.put(reason, new LongAdder());
        }
    }

    /** Whether every thread has a batch, and others wait. */
    public boolean isBusy() {
        return scorer.pool().waiting() > scorer.pool().threads();
    }

    /** How many calls were scored so far. */
    public long scored() {
        return scored.sum();
    }

    /** How many calls were not, by the reasons that occurred. */
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

        public List<RewardEntry> rewards() {
            return rewards;
        }

        /** Whether every call is one of Guerdon's own that compute, which have an end. */
        private boolean isTame() {
            return computes && rewards.stream().noneMatch(RewardEntry::isForeign);
        }
    }

    /** Prepares rewards; the plan is for any number of batches. */
    public Plan plan(List<RewardEntry> rewards) {
        return new Plan(rewards);
    }

    /**
     * How long a batch may take.
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

    /** A thread, not started yet, that may score batches itself. */
    public static Thread thread(Runnable work, String name) {
        return new ForeignThread(work, name);
    }

    /**
     * Takes a batch, and does nothing with it yet.
     *
     * @param bytes holds the lines, from an offset to the end
     */
    public Batch batch(Plan plan, byte[] bytes, int from, Limits limits, Answers answers) {
        return new Batch(plan, bytes, from, limits, answers);
    }

    /** What a call brought. */
    private record Outcome(@Nullable LineSample sample, Score score) {}

    /** Lines that are scored together. */
    public final class Batch implements Lanes.Calls {
        private final Plan plan;
        private final byte[] bytes;
        private final Limits limits;
        private final int[] starts;
        private final int[] ends;
        private final Gathering gathering;
        private final Lanes lanes;
        private final long due;
        private final AtomicReference<Score.@Nullable Unscored> stopped = new AtomicReference<>();
        private final @Nullable BesideCalls beside;

        private Batch(Plan plan, byte[] bytes, int from, Limits limits, Answers answers) {
            this.plan = plan;
            this.bytes = bytes;
            this.limits = limits;
            int count = 0;
            for (int at = from; at < bytes.length; count++) {
                int end = Bytes.indexOf(bytes, at, bytes.length, (byte) '\n');
                at = end < 0 ? bytes.length : end + 1;
            }
            this.starts = new int[count];
            this.ends = new int[count];
            int at = from;
            for (int i = 0; i < count; i++) {
                int end = Bytes.indexOf(bytes, at, bytes.length, (byte) '\n');
                starts[i] = at;
                ends[i] = end < 0 ? bytes.length : end;
                at = ends[i] + 1;
                trim(i);
            }
            this.gathering = new Gathering(count, answers);
            this.lanes = new Lanes(this, scorer.pool(), gathering);
            this.beside = plan.computes ? null : new BesideCalls(this, scorer);
            this.due = limits.batch.isZero() ? 0 : System.nanoTime() + limits.batch.toNanos();
        }

        private void trim(int line) {
            while (starts[line] < ends[line] && isBlank(bytes[starts[line]])) {
                starts[line]++;
            }
            while (starts[line] < ends[line] && isBlank(bytes[ends[line] - 1])) {
                ends[line]--;
            }
        }

        private static boolean isBlank(byte b) {
            return b == ' ' || b == '\t' || b == '\r';
        }

        byte[] bytes() {
            return bytes;
        }

        int start(int line) {
            return starts[line];
        }

        int end(int line) {
            return ends[line];
        }

        List<RewardEntry> rewards() {
            return plan.rewards;
        }

        Gathering gathering() {
            return gathering;
        }

        Duration deadline() {
            return limits.call;
        }

        boolean isWanted() {
            return stopped.get() == null;
        }

        /** How many lines there are. */
        @Override
        public int size() {
            return starts.length;
        }

        /** Whether the thread that brings the batch may score it itself. */
        public boolean isSmall() {
            return plan.isTame() && (size() == 1 || size() * plan.nanosPerLine <= SMALL_NANOS);
        }

        /**
         * Scores a small batch in this thread.
         *
         * @return false where a call was given up, other threads go on, and the place must not be used again
         */
        public boolean run(Here here) {
            return lanes.run(here.guest);
        }

        /** Lets other threads score the batch. Waits for nobody. */
        public void start() {
            BesideCalls calls = beside;
            if (calls == null) {
                long useful = 1 + size() * plan.nanosPerLine / SMALL_NANOS;
                lanes.start(
                        (int) Math.min(Math.min(useful, size()), scorer.pool().threads()));
            } else {
                var unused = Thread.ofVirtual().name("guerdon-feed").start(calls::feed);
            }
        }

        /** Makes no more calls, and gives up those that run. The lines that are left are unscored. */
        public void cancel() {
            stop(new Score.Unscored(Score.Reason.CANCELLED, "the client cancelled the batch"));
        }

        private void stop(Score.Unscored why) {
            if (stopped.compareAndSet(null, why)) {
                BesideCalls calls = beside;
                if (calls != null) {
                    calls.stop(why);
                } else {
                    lanes.stop();
                }
            }
        }

        /** Sends what has waited long enough, and ends the batch at its deadline. To be called every few milliseconds. */
        public void tick(long now) {
            if (due != 0 && now - due >= 0) {
                stop(new Score.Unscored(
                        Score.Reason.TIMEOUT,
                        "the batch took longer than its deadline of " + Durations.format(limits.batch)));
            }
            lanes.tick(now);
            gathering.tick(now);
        }

        @Override
        public int perSample() {
            return plan.rewards.size();
        }

        LineSample decode(int line) {
            if (starts[line] == ends[line]) {
                throw new GuerdonException("line " + (line + 1) + " is empty; expected a JSON object");
            }
            return plan.decoder.decode(bytes, starts[line], ends[line], line + 1L);
        }

        @Override
        public Object call(int line, int call, @Nullable Object[] before) {
            LineSample sample = null;
            if (call > 0) {
                Outcome earlier = (Outcome) Objects.requireNonNull(before[call - 1]);
                if (isUnreadable(earlier)) {
                    return earlier;
                }
                // A user's reward may have changed what it was given, and may have kept it.
                sample = plan.rewards.get(call - 1).isPredefined() ? earlier.sample : null;
            }
            try {
                sample = sample == null ? decode(line) : sample;
            } catch (Throwable e) {
                return new Outcome(null, unreadable(line, e));
            }
            RewardEntry reward = plan.rewards.get(call);
            Score refused = scorer.refusal(reward);
            return new Outcome(sample, refused != null ? refused : scorer.callNow(reward, sample));
        }

        private static boolean isUnreadable(Outcome outcome) {
            return outcome.sample == null
                    && outcome.score instanceof Score.Unscored unscored
                    && unscored.reason() == Score.Reason.INVALID_INPUT;
        }

        static Score.Unscored unreadable(int line, Throwable e) {
            return new Score.Unscored(
                    Score.Reason.INVALID_INPUT,
                    e instanceof GuerdonException
                            ? String.valueOf(e.getMessage())
                            : "line " + (line + 1) + " cannot be decoded: "
                                    + Fault.of(e).text());
        }

        /** A call that has not begun when the batch is stopped is not stuck; one that was given up is. */
        @Override
        public Object givenUp(int call) {
            Score.Unscored why = stopped.get();
            RewardEntry reward = plan.rewards.get(call);
            Score late = scorer.lateScore(reward, limits.call);
            return new Outcome(null, why != null ? why : late);
        }

        @Override
        public Object notBegun(int call) {
            return new Outcome(null, Objects.requireNonNull(stopped.get()));
        }

        @Override
        public Object failed(int call, Throwable problem) {
            return new Outcome(null, NoScore.broken(plan.rewards.get(call).name(), problem));
        }

        @Override
        public void cameBack(int call) {
            scorer.cameBack(plan.rewards.get(call));
        }

        @Override
        public long deadlineNanos() {
            return limits.call.toNanos();
        }

        @Override
        public void took(long nanos, int lines) {
            if (lines > 0) {
                plan.nanosPerLine = (plan.nanosPerLine * 7 + nanos / lines) / 8;
            }
        }

        @Override
        public void write(JsonBuffer out, int line, @Nullable Object[] outcomes) {
            List<Score> scores = new ArrayList<>(outcomes.length);
            LineSample sample = null;
            for (Object each : outcomes) {
                Outcome outcome = (Outcome) Objects.requireNonNull(each);
                sample = sample == null ? outcome.sample : sample;
                scores.add(outcome.score);
            }
            write(out, line, sample, scores);
        }

        /** Writes the line of a sample; where it has not been decoded, that is tried, because its id is part of the answer. */
        void write(JsonBuffer out, int line, @Nullable LineSample decoded, List<Score> scores) {
            out.raw("{\"i\":").value(line).raw(",");
            LineSample sample = decoded;
            Score first = scores.getFirst();
            if (sample == null) {
                try {
                    sample = decode(line);
                } catch (Throwable e) {
                    first = unreadable(line, e);
                }
            }
            if (sample == null) {
                count(first);
                LineEncoder.write(out, first, null);
                out.raw("}\n");
                return;
            }
            if (sample.idValue() != null) {
                out.raw("\"id\":").value(sample.idValue()).raw(",");
            }
            if (scores.size() == 1) {
                count(first);
                LineEncoder.write(out, first, null);
                out.raw("}\n");
                return;
            }
            out.raw("\"rewards\":{");
            for (int i = 0; i < scores.size(); i++) {
                count(scores.get(i));
                out.raw(i > 0 ? "," : "").string(plan.rewards.get(i).label()).raw(":{");
                LineEncoder.write(out, scores.get(i), null);
                out.raw("}");
            }
            out.raw("}}\n");
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
