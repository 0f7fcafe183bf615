package dev.guerdon.core;

import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.base.Frame;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.boundary.Limits;
import dev.guerdon.core.engine.NoScore;
import dev.guerdon.core.worker.SampleJson;
import dev.guerdon.core.worker.StartSettings;
import dev.guerdon.core.worker.WorkerPool;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The rewards of a scorer that run in worker processes. The first that is used starts them. */
final class IsolatedRewards implements AutoCloseable {

    /** What a worker says of a reward that asked for a live resource. */
    static final Score NEEDS_ROLLOUT =
            new Score.Unscored(Score.Reason.RESOURCE, "the reward asks for a live resource, which no worker has");

    /** How many samples that wait travel together; few, so that all workers get some. */
    static final int MOST_THAT_WAIT = 64;

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Registry registry;
    private final Isolation isolation;
    private final int size;
    private final int waitingAtOnce;
    private final Duration deadline;
    private final Limits limits;
    private final Set<RewardEntry> needRollout = ConcurrentHashMap.newKeySet();
    private @Nullable WorkerPool pool;
    private boolean closed;

    IsolatedRewards(Registry registry, int size, int waitingAtOnce, Duration deadline, Limits limits) {
        this.registry = registry;
        this.isolation = registry.isolation();
        this.size = size;
        this.waitingAtOnce = Math.max(2, waitingAtOnce / size);
        this.deadline = deadline;
        this.limits = limits;
    }

    boolean covers(RewardEntry reward) {
        return isolation.covers(reward) && !needRollout.contains(reward);
    }

    int size() {
        return size;
    }

    Duration deadline() {
        return deadline;
    }

    synchronized WorkerPool pool() {
        if (closed) {
            throw new IllegalStateException("the scorer is closed");
        }
        if (pool == null) {
            StartSettings settings = new StartSettings(
                    Worker.class.getName(),
                    hello(),
                    isolation.memory(),
                    isolation.cpus(),
                    isolation.environment(),
                    START_LIMIT,
                    isolation.output());
            pool = new WorkerPool(settings, size, deadline);
        }
        return pool;
    }

    private Map<String, Object> hello() {
        PluginPath path = registry.path().absolute();
        Map<String, Object> hello = new LinkedHashMap<>();
        hello.put("guerdon", Frame.VERSION);
        hello.put("jars", path.jars().stream().map(Path::toString).toList());
        hello.put("folders", path.folders().stream().map(Path::toString).toList());
        hello.put("most_result_text", limits.characters());
        hello.put("classes", registry.classes());
        hello.put(
                "compiled",
                registry.compiled().stream()
                        .map(each -> Map.of(
                                "name",
                                each.name(),
                                "source",
                                each.source(),
                                "bytes",
                                Base64.getEncoder().encodeToString(each.bytes())))
                        .toList());
        return hello;
    }

    /** How many processes were started so far. */
    synchronized int started() {
        return pool == null ? 0 : pool.started();
    }

    /** The processes that run now. */
    synchronized List<Long> pids() {
        return pool == null ? List.of() : pool.pids();
    }

    /**
     * Scores samples; the scores come in their order.
     *
     * @return for each sample its score, or {@link #NEEDS_ROLLOUT}
     */
    List<Score> scoreAll(RewardEntry reward, List<? extends Sample> samples) throws InterruptedException {
        @Nullable Score[] scores = new Score[samples.size()];
        int most = reward.work() == Work.WAIT ? MOST_THAT_WAIT : Math.clamp(samples.size() / (size * 4L), 1, 256);
        CountDownLatch open = new CountDownLatch((samples.size() + most - 1) / most);
        WorkerPool workers = pool();
        for (int from = 0; from < samples.size(); from += most) {
            List<? extends Sample> part = samples.subList(from, Math.min(samples.size(), from + most));
            workers.submit(new Samples(reward, part, scores, from, open::countDown));
        }
        open.await();
        List<Score> out = new ArrayList<>(scores.length);
        for (Score score : scores) {
            Score each = java.util.Objects.requireNonNull(score);
            if (each.equals(NEEDS_ROLLOUT)) {
                needRollout.add(reward);
            }
            out.add(each);
        }
        return out;
    }

    /** Lines that are scored for somebody who waits for each of them. */
    interface Lines {

        byte[] bytes();

        int start(int line);

        int end(int line);

        /** The time each call has; it becomes less when nobody wants the scores any more. */
        long deadlineNanos();

        boolean wanted();

        Score late(RewardEntry reward);

        /** Takes the score of a line by one of the rewards. */
        void decide(int line, int reward, Score score);
    }

    /**
     * Has lines scored, some at a time.
     *
     * @param which the lines, none of them blank
     * @param before called before each part is handed on
     */
    void score(List<RewardEntry> rewards, int[] which, Lines lines, Runnable before) {
        boolean waits = rewards.stream().anyMatch(reward -> reward.work() == Work.WAIT);
        int most = waits ? MOST_THAT_WAIT : Math.clamp(which.length / (size * 4L), 1, 256);
        WorkerPool workers = pool();
        for (int from = 0; from < which.length && lines.wanted(); from += most) {
            before.run();
            int[] part = Arrays.copyOfRange(which, from, Math.min(which.length, from + most));
            workers.submit(new SomeLines(rewards, waits, part, lines));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (pool != null) {
            pool.close();
        }
    }

    /** What a worker is told of a batch. */
    Map<String, Object> head(List<RewardEntry> rewards, boolean waits, String format, int from, int to) {
        return head(rewards, waits, format, from, to, deadline);
    }

    private Map<String, Object> head(
            List<RewardEntry> rewards, boolean waits, String format, int from, int to, Duration deadlineOfCall) {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put(
                "rewards",
                rewards.stream()
                        .map(reward -> Map.of("name", reward.name(), "origin", reward.origin()))
                        .toList());
        head.put("format", format);
        head.put("line", 1);
        head.put("first", from / rewards.size() * rewards.size());
        head.put("from", from);
        head.put("to", to);
        head.put("at_once", waits ? waitingAtOnce : 1);
        head.put("deadline_ms", deadlineOfCall.toMillis());
        return head;
    }

    /** Some lines: call {@code i} is reward {@code i % rewards} of line {@code i / rewards} of the part. */
    private final class SomeLines implements WorkerPool.Batch {
        private final List<RewardEntry> rewards;
        private final boolean waits;
        private final int[] part;
        private final Lines lines;
        private final Duration deadlineOfCall;

        SomeLines(List<RewardEntry> rewards, boolean waits, int[] part, Lines lines) {
            this.rewards = rewards;
            this.waits = waits;
            this.part = part;
            this.lines = lines;
            this.deadlineOfCall = Duration.ofNanos(lines.deadlineNanos());
        }

        @Override
        public int calls() {
            return part.length * rewards.size();
        }

        @Override
        public boolean waits() {
            return waits;
        }

        @Override
        public byte[] request(int from, int to) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Map<String, Object> head = head(rewards, waits, "line", from, to, deadlineOfCall);
            int first = from / rewards.size();
            head.put("line", part[first] + 1);
            out.writeBytes(JsonCodec.write(head).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
            for (int i = first; i * rewards.size() < to; i++) {
                out.write(lines.bytes(), lines.start(part[i]), lines.end(part[i]) - lines.start(part[i]));
                out.write('\n');
            }
            return out.toByteArray();
        }

        @Override
        public String name(int call) {
            return rewards.get(call % rewards.size()).name();
        }

        @Override
        public Score late(int call) {
            return lines.late(rewards.get(call % rewards.size()));
        }

        @Override
        public long deadlineNanos() {
            return lines.deadlineNanos();
        }

        @Override
        public boolean wanted() {
            return lines.wanted();
        }

        @Override
        public void decide(int call, Score score) {
            lines.decide(part[call / rewards.size()], call % rewards.size(), score);
        }

        @Override
        public void done() {
            // Each line was told of.
        }
    }

    /** Samples in memory. */
    private final class Samples implements WorkerPool.Batch {
        private final RewardEntry reward;
        private final List<? extends Sample> samples;
        private final @Nullable Score[] scores;
        private final int offset;
        private final Runnable whenDone;

        Samples(
                RewardEntry reward,
                List<? extends Sample> samples,
                @Nullable Score[] scores,
                int offset,
                Runnable whenDone) {
            this.reward = reward;
            this.samples = samples;
            this.scores = scores;
            this.offset = offset;
            this.whenDone = whenDone;
        }

        @Override
        public int calls() {
            return samples.size();
        }

        @Override
        public boolean waits() {
            return reward.work() == Work.WAIT;
        }

        @Override
        public byte[] request(int from, int to) {
            StringBuilder out =
                    new StringBuilder(JsonCodec.write(head(List.of(reward), waits(), "sample", from, to))).append('\n');
            for (int i = from; i < to; i++) {
                out.append(SampleJson.write(samples.get(i))).append('\n');
            }
            return out.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String name(int call) {
            return reward.name();
        }

        @Override
        public Score late(int call) {
            return NoScore.late(reward.name(), deadline);
        }

        @Override
        public void decide(int call, Score score) {
            scores[offset + call] = score;
        }

        @Override
        public void done() {
            whenDone.run();
        }
    }
}
