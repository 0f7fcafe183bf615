package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.base.Frame;
import dev.guerdon.base.JsonBuffer;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.engine.NoScore;
import dev.guerdon.core.engine.WaitingCalls;
import dev.guerdon.core.lines.Bytes;
import dev.guerdon.core.registry.CompiledClass;
import dev.guerdon.core.worker.ParentLink;
import dev.guerdon.core.worker.SampleJson;
import dev.guerdon.core.worker.ScoreLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The program of a worker process: makes the calls that its parent asks for, and ends with it.
 *
 * <p>Calls that compute are made by one thread, one after the other; the parent ends the process where one takes too long. Calls that
 * wait run many at once, under deadlines of their own. docs/design/workers.md describes the messages.
 */
@Internal
public final class Worker {

    private final ParentLink link;
    private final Registry registry;
    private final Map<String, Rewards> known = new HashMap<>();
    private final JsonBuffer line = new JsonBuffer();
    private final Scorer scorer;
    private @Nullable WaitingCalls waiting;

    /** The rewards of a batch, and what decodes their samples. */
    private record Rewards(List<RewardEntry> entries, LineDecoder decoder) {}

    private Worker(ParentLink link, Registry registry, int mostResultText) {
        this.link = link;
        this.registry = registry;
        this.scorer = Scorer.builder().threads(1).mostResultText(mostResultText).build();
    }

    /**
     * Starts a worker.
     *
     * @param arguments the folder that the parent made for it
     */
    public static void main(String[] arguments) throws IOException {
        ParentLink link = ParentLink.connect(Path.of(arguments[0]));
        Json hello = JsonCodec.read(link.take().payload(), "the greeting of the parent");
        Registry registry = null;
        try {
            registry = registry(hello);
        } catch (Throwable e) {
            // Foreign code runs while it is installed, and may throw anything.
            link.refuse(e instanceof GuerdonException ? String.valueOf(e.getMessage()) : e.toString());
        }
        link.ready();
        new Worker(link, Objects.requireNonNull(registry), (int)
                        hello.get("most_result_text").asLong())
                .work();
    }

    private static Registry registry(Json hello) throws ClassNotFoundException {
        if (hello.get("guerdon").asLong() != Frame.VERSION) {
            throw new GuerdonException("the parent speaks version " + hello.get("guerdon") + " of the protocol, this"
                    + " worker version " + Frame.VERSION);
        }
        List<CompiledClass> compiled = new ArrayList<>();
        for (Json each : hello.get("compiled").asList()) {
            compiled.add(new CompiledClass(
                    each.get("name").asString(),
                    each.get("source").asString(),
                    Base64.getDecoder().decode(each.get("bytes").asString())));
        }
        PluginPath path = new PluginPath(paths(hello.get("jars")), paths(hello.get("folders")), List.of());
        Registry registry = Plugins.load(path, compiled).registry();
        for (Json name : hello.get("classes").asList()) {
            if (!registry.classes().contains(name.asString())) {
                registry.rewards(Class.forName(name.asString()));
            }
        }
        return registry;
    }

    private static List<Path> paths(Json names) {
        return names.asList().stream().map(name -> Path.of(name.asString())).toList();
    }

    private void work() {
        while (true) {
            Frame frame = link.take();
            if (frame.kind() != Frame.SCORE) {
                link.refuse("a worker expects batches, and got a frame of the kind " + frame.kind());
            }
            try {
                new Request(frame).make();
            } catch (GuerdonException e) {
                link.refuse(String.valueOf(e.getMessage()));
            }
        }
    }

    /** One batch. */
    private final class Request {
        private final int batch;
        private final byte[] bytes;
        private final Json head;
        private final int first;
        private final int from;
        private final int to;
        private final boolean plain;
        private final boolean encodes;
        private int at;
        private long number;
        private int lineStart;
        private int lineEnd;

        Request(Frame frame) {
            this.batch = frame.id();
            this.bytes = frame.payload();
            int end = 0;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            this.head = JsonCodec.read(Arrays.copyOf(bytes, end), "the head of a batch");
            this.first = (int) head.get("first").asLong();
            this.from = (int) head.get("from").asLong();
            this.to = (int) head.get("to").asLong();
            this.at = end + 1;
            this.number = head.get("line").asLong() - 1;
            this.plain = head.get("format").asString().equals("line");
            this.encodes = plain && head.find("encode").map(Json::asBoolean).orElse(false);
        }

        void make() {
            Rewards rewards;
            try {
                rewards = rewards();
            } catch (GuerdonException e) {
                for (int call = from; call < to; call++) {
                    tell(call, new Score.Unscored(Score.Reason.ERROR, String.valueOf(e.getMessage())), false, false);
                }
                link.done(batch);
                return;
            }
            int atOnce = (int) head.get("at_once").asLong();
            if (atOnce > 1) {
                makeTogether(rewards, atOnce);
            } else {
                makeInTurn(rewards);
            }
        }

        private Rewards rewards() {
            List<Json> names = head.get("rewards").asList();
            return known.computeIfAbsent(names.toString(), key -> {
                List<RewardEntry> entries = new ArrayList<>();
                for (Json each : names) {
                    entries.add(
                            same(each.get("name").asString(), each.get("origin").asString()));
                }
                return new Rewards(List.copyOf(entries), new LineDecoder(entries));
            });
        }

        private void makeInTurn(Rewards rewards) {
            int size = rewards.entries.size();
            long most = head.find("most_bytes").map(Json::asLong).orElse(Long.MAX_VALUE);
            IsolatedBlocks.Writer lines = new IsolatedBlocks.Writer(link, batch, rewards.entries, head);
            long told = 0;
            int call = from;
            while (call < to) {
                if (told + lines.bytes() >= most) {
                    lines.send();
                    link.doneEarly(batch, call);
                    return;
                }
                link.begin(batch, call);
                int start = first + (call - first) / size * size;
                int end = Math.min(start + size, to);
                boolean whole = encodes && start == call && end == start + size;
                Sample sample = null;
                String problem = "";
                try {
                    sample = next(rewards.decoder);
                } catch (Throwable e) {
                    problem = e instanceof GuerdonException
                            ? String.valueOf(e.getMessage())
                            : "line " + number + " cannot be decoded: "
                                    + Fault.of(e).text();
                }
                Sample fresh = sample;
                for (; call < end; call++) {
                    link.begin(batch, call);
                    RewardEntry reward = rewards.entries.get(call - start);
                    Score score = fresh == null
                            ? new Score.Unscored(Score.Reason.INVALID_INPUT, problem)
                            : call(reward, fresh);
                    if (fresh != null && call + 1 < end && !reward.isPredefined()) {
                        fresh = again(rewards.decoder);
                    }
                    if (!whole) {
                        told += tell(call, score, false, false);
                    } else if (sample instanceof LineSample line) {
                        lines.add(line, call, score);
                    }
                }
                if (whole && sample == null) {
                    lines.unreadable(number, problem, start, end);
                }
            }
            lines.send();
            link.done(batch);
        }

        private void makeTogether(Rewards rewards, int atOnce) {
            Duration deadline = Duration.ofMillis(head.get("deadline_ms").asLong());
            WaitingCalls calls = waiting == null ? new WaitingCalls(atOnce, deadline) : waiting;
            waiting = calls;
            int size = rewards.entries.size();
            AtomicInteger left = new AtomicInteger(to - from);
            int lineOfSample = -1;
            Sample sample = null;
            for (int i = from; i < to; i++) {
                int call = i;
                Score problem = null;
                int wanted = (call - first) / size;
                if (wanted != lineOfSample) {
                    lineOfSample = wanted;
                    try {
                        sample = next(rewards.decoder);
                    } catch (GuerdonException e) {
                        sample = null;
                        problem = new Score.Unscored(Score.Reason.INVALID_INPUT, String.valueOf(e.getMessage()));
                    }
                }
                if (sample == null) {
                    finish(
                            call,
                            problem == null ? new Score.Unscored(Score.Reason.INVALID_INPUT, "") : problem,
                            false,
                            left);
                    continue;
                }
                RewardEntry reward = rewards.entries.get((call - first) % size);
                Sample given = size == 1 ? sample : again(rewards.decoder);
                boolean[] stuck = new boolean[1];
                var unused = calls.start(
                                () -> {
                                    link.beginAmongOthers(batch, call);
                                    return call(reward, given);
                                },
                                () -> {
                                    stuck[0] = true;
                                    return NoScore.late(reward.name(), deadline);
                                },
                                () -> {},
                                deadline.toNanos())
                        .thenAccept(score -> finish(call, score, stuck[0], left));
            }
        }

        private void finish(int call, Score score, boolean stuck, AtomicInteger left) {
            tell(call, score, stuck, true);
            if (left.decrementAndGet() == 0) {
                link.done(batch);
            }
        }

        /** Sends a result; returns its size. */
        private int tell(int call, Score score, boolean stuck, boolean together) {
            JsonBuffer buffer = together ? new JsonBuffer() : line;
            buffer.cutTo(0);
            ScoreLine.write(buffer, call, score, stuck);
            link.result(batch, buffer, together);
            return buffer.size();
        }

        /** The same sample as it was, for the next reward: a user's reward may have changed what it was given. */
        private Sample again(LineDecoder decoder) {
            return plain
                    ? decoder.decode(bytes, lineStart, lineEnd, number)
                    : SampleJson.read(JsonCodec.read(Arrays.copyOfRange(bytes, lineStart, lineEnd), "a sample"));
        }

        /** The next sample; blank lines count, but are none. */
        private Sample next(LineDecoder decoder) {
            while (true) {
                int start = at;
                int end = Bytes.indexOf(bytes, at, bytes.length, (byte) '\n');
                end = end < 0 ? bytes.length : end;
                at = end + 1;
                number++;
                while (start < end && isBlank(bytes[start])) {
                    start++;
                }
                while (start < end && isBlank(bytes[end - 1])) {
                    end--;
                }
                if (end > start) {
                    lineStart = start;
                    lineEnd = end;
                    return again(decoder);
                }
                if (at > bytes.length) {
                    throw new GuerdonException("the batch has fewer samples than calls");
                }
            }
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    /** The reward of that name, if it is the one that the parent means. */
    private RewardEntry same(String name, String origin) {
        try {
            RewardEntry found = registry.reward(name);
            if (comparable(found.origin()).equals(comparable(origin))) {
                return found;
            }
        } catch (GuerdonException e) {
            // Not there is as good as another one.
        }
        throw new GuerdonException("the reward '" + name + "' (" + origin
                + ") cannot run in a worker process, which finds only rewards of the class path, of --plugin and of"
                + " --source; switch isolation off for it, or bring it in a plugin");
    }

    /** Classes of lambdas have another number in each process. */
    private static String comparable(String origin) {
        int lambda = origin.indexOf("$$Lambda");
        return lambda < 0 ? origin : origin.substring(0, lambda);
    }

    private Score call(RewardEntry reward, Sample sample) {
        Score score = scorer.callNow(reward, sample);
        return sample instanceof SampleJson.Detached detached && detached.wantsResource()
                ? IsolatedRewards.NEEDS_ROLLOUT
                : score;
    }
}
