package dev.guerdon.core;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Reward.Work;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.core.base.MessageWriter;
import dev.guerdon.core.boundary.ResultConverter;
import dev.guerdon.core.registry.DescribedCode;
import dev.guerdon.core.worker.WorkerPool;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The rewards of a scorer that run in worker processes. The first that is used starts them. */
final class IsolatedRewards implements AutoCloseable {

    /** What a worker says of a reward that asked for a live resource. */
    static final Score NEEDS_ROLLOUT =
            new Score.Unscored(Score.Reason.RESOURCE, "the reward asks for a live resource, which no worker has");

    /** Number of waiting samples that travel together; few, so that all workers get some. */
    static final int MAX_WAITING_SAMPLES = 64;

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Registry registry;
    private final Isolation isolation;
    private final int size;
    private final int waitingAtOnce;
    private final Duration deadline;
    private final int maxCharacters;
    private final Set<RewardEntry> needRollout = ConcurrentHashMap.newKeySet();
    private @Nullable WorkerPool pool;
    private boolean closed;

    IsolatedRewards(Registry registry, int size, int waitingAtOnce, Duration deadline, int maxCharacters) {
        this.registry = registry;
        this.isolation = registry.isolation();
        this.size = size;
        this.waitingAtOnce = Math.max(2, waitingAtOnce / size);
        this.deadline = deadline;
        this.maxCharacters = maxCharacters;
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
            Map<String, Object> hello =
                    DescribedCode.hello(hello(registry, maxCharacters), List.of(), registry.compiled());
            StartSettings settings = settings(isolation, hello, START_LIMIT);
            DescribedCode described = registry.described();
            pool = new WorkerPool(settings, size, deadline, described == null ? null : described.handOver(settings));
        }
        return pool;
    }

    /** Returns the settings of a worker with this first message. */
    static StartSettings settings(Isolation isolation, Map<String, Object> hello, Duration startLimit) {
        return new StartSettings(
                WorkerMain.class.getName(),
                hello,
                isolation.memory(),
                isolation.cpus(),
                isolation.environment(),
                startLimit,
                isolation.output(),
                List.of());
    }

    /** Returns the first message to a worker, without the code that it loads. */
    static Map<String, Object> hello(Registry registry, int mostResultText) {
        PluginPath path = registry.path().absolute();
        return Map.of(
                "guerdon",
                EngineFrame.VERSION,
                "jars",
                path.jars().stream().map(Path::toString).toList(),
                "folders",
                path.folders().stream().map(Path::toString).toList(),
                "classes",
                registry.classes(),
                "most_result_text",
                mostResultText);
    }

    /** Returns how many processes were started so far. */
    synchronized int started() {
        return pool == null ? 0 : pool.started();
    }

    /**
     * Scores samples; the scores come in their order.
     *
     * @return for each sample its score, or {@link #NEEDS_ROLLOUT}
     */
    List<Score> scoreAll(RewardEntry reward, List<? extends Sample> samples) throws InterruptedException {
        @Nullable Score[] scores = new Score[samples.size()];
        int most = together(List.of(reward), samples.size());
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
            if (each.equals(NEEDS_ROLLOUT) && samples.get(out.size()).context().isLive()) {
                needRollout.add(reward);
            }
            out.add(each);
        }
        return out;
    }

    /** Returns how many samples travel together, so that all workers get some. */
    int together(List<RewardEntry> rewards, int samples) {
        return waits(rewards) ? MAX_WAITING_SAMPLES : Math.clamp(samples / (size * 4L), 1, 256);
    }

    private static boolean waits(List<RewardEntry> rewards) {
        return rewards.stream().anyMatch(reward -> reward.work() == Work.WAIT);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (pool != null) {
            pool.close();
        }
    }

    /** Calls of rewards for samples, a line each: call {@code i} is reward {@code i % rewards} of sample {@code i / rewards}. */
    abstract static class Calls implements WorkerPool.Batch {
        private final IsolatedRewards workers;
        private final List<RewardEntry> rewards;
        private final boolean waits;
        private final Duration deadline;

        Calls(IsolatedRewards workers, List<RewardEntry> rewards, Duration deadline) {
            this.workers = workers;
            this.rewards = rewards;
            this.waits = IsolatedRewards.waits(rewards);
            this.deadline = deadline;
        }

        /** Returns how many samples there are. */
        abstract int samples();

        /** Adds to the head of a request how the samples from one on are read. */
        abstract void tell(Map<String, Object> head, int first);

        /** Writes samples, each with a line end. */
        abstract void write(ByteArrayOutputStream out, int from, int to);

        @Override
        public int calls() {
            return samples() * rewards.size();
        }

        @Override
        public boolean waits() {
            return waits;
        }

        @Override
        public byte[] request(int from, int to) {
            int size = rewards.size();
            Map<String, Object> head = new LinkedHashMap<>();
            head.put(
                    "rewards",
                    rewards.stream()
                            .map(reward -> Map.of("name", reward.name(), "origin", reward.origin()))
                            .toList());
            head.put("format", "line");
            head.put("line", 1);
            head.put("first", from / size * size);
            head.put("from", from);
            head.put("to", to);
            head.put("at_once", waits ? workers.waitingAtOnce : 1);
            head.put("deadline_ms", deadline.toMillis());
            tell(head, from / size);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(JsonCodec.write(head).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
            write(out, from / size, (to + size - 1) / size);
            return out.toByteArray();
        }

        @Override
        public String name(int call) {
            return rewards.get(call % rewards.size()).name();
        }

        @Override
        public Score late(int call) {
            return ResultConverter.late(name(call), deadline);
        }

        @Override
        public void complete(int call, Score score) {
            complete(call / rewards.size(), call % rewards.size(), score);
        }

        /** Takes the score of a sample by one of the rewards. */
        abstract void complete(int sample, int reward, Score score);

        @Override
        public void done() {
            // Each score was taken.
        }
    }

    /** Samples in memory. */
    private final class Samples extends Calls {
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
            super(IsolatedRewards.this, List.of(reward), IsolatedRewards.this.deadline);
            this.samples = samples;
            this.scores = scores;
            this.offset = offset;
            this.whenDone = whenDone;
        }

        @Override
        int samples() {
            return samples.size();
        }

        @Override
        void tell(Map<String, Object> head, int first) {
            head.put("format", "sample");
        }

        @Override
        void write(ByteArrayOutputStream out, int from, int to) {
            for (Sample sample : samples.subList(from, to)) {
                out.writeBytes(SampleJson.write(sample).getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        }

        @Override
        void complete(int sample, int reward, Score score) {
            scores[offset + sample] = score;
        }

        @Override
        public void done() {
            whenDone.run();
        }
    }

    /**
     * A sample as one line of JSON for another process, with everything but the live resources of its rollout.
     *
     * <p>Version 1 of the line is an object of {@code id}, {@code final_response} (null if there is none), {@code trajectory}, {@code fields}
     * and {@code context}. A trajectory has {@code rollout_id}, {@code group_id}, {@code segments} (lists of messages in the OpenAI shape),
     * {@code reward}, {@code metrics}, {@code finish_reason}, {@code started} and {@code duration_ns}. The context has {@code rollout_id},
     * {@code group_id}, {@code metadata}, {@code final_response}, {@code live}, and its own {@code trajectory} if that is another one. Both ends
     * are of the same version of Guerdon: each protocol that carries the line compares versions first.
     */
    static final class SampleJson {

        private SampleJson() {}

        /** Returns a sample as one line. */
        public static String write(Sample sample) {
            Context context = sample.context();
            Map<String, @Nullable Object> out = new LinkedHashMap<>();
            out.put("id", sample.id());
            out.put("final_response", sample.hasFinalResponse() ? sample.finalResponse() : null);
            out.put("trajectory", MessageWriter.trajectory(sample.trajectory()));
            out.put("fields", sample.fields());
            Map<String, @Nullable Object> about = new LinkedHashMap<>();
            about.put("rollout_id", context.rolloutId());
            about.put("group_id", context.groupId());
            about.put("metadata", context.metadata());
            about.put("final_response", context.finalResponse());
            about.put("live", context.isLive());
            // Nearly always the same, and then not worth sending twice.
            if (!context.trajectory().equals(sample.trajectory())) {
                about.put("trajectory", MessageWriter.trajectory(context.trajectory()));
            }
            out.put("context", about);
            return JsonCodec.write(out);
        }

        /** Reads what {@link #write} wrote. */
        public static Detached read(Json json) {
            Trajectory trajectory = MessageReader.storedTrajectory(json.get("trajectory"));
            Json about = json.get("context");
            AtomicBoolean asked = new AtomicBoolean();
            return new Detached(
                    json.get("id").asString(),
                    json.find("final_response").map(Json::asString),
                    trajectory,
                    json.get("fields").asMap(),
                    new FarContext(
                            about.get("rollout_id").asString(),
                            about.get("group_id").asString(),
                            about.get("metadata").asMap(),
                            about.get("final_response").asString(),
                            about.find("trajectory")
                                    .map(MessageReader::storedTrajectory)
                                    .orElse(trajectory),
                            about.get("live").asBoolean(),
                            asked),
                    asked);
        }

        /**
         * A sample far from its rollout.
         *
         * @param asked whether a live resource was asked for, which it does not have
         */
        @Internal
        public record Detached(
                String id,
                Optional<String> response,
                Trajectory trajectory,
                Map<String, @Nullable Object> fields,
                Context context,
                AtomicBoolean asked)
                implements Sample {
            /** Returns whether a live resource was asked for. */
            public boolean wantsResource() {
                return asked.get();
            }

            @Override
            public String finalResponse() {
                return response.orElse("");
            }

            @Override
            public boolean hasFinalResponse() {
                return response.isPresent();
            }
        }

        private record FarContext(
                String rolloutId,
                String groupId,
                Map<String, @Nullable Object> metadata,
                String finalResponse,
                Trajectory trajectory,
                boolean isLive,
                AtomicBoolean asked)
                implements Context {
            @Override
            public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
                if (isLive) {
                    throw elsewhere(spec.name());
                }
                return Context.detached(metadata).acquire(spec, scope, firstUse);
            }

            @Override
            public <R extends Resource> Optional<R> held(String name, Class<R> type) {
                if (isLive) {
                    throw elsewhere(name);
                }
                return Optional.empty();
            }

            private UnscoredException elsewhere(String name) {
                asked.set(true);
                return new UnscoredException(
                        Score.Reason.RESOURCE, "the resource '" + name + "' lives in the process of its rollout");
            }
        }
    }
}
