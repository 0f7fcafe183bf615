package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.IsolatedRewards.SampleJson;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.boundary.ResultConverter;
import dev.guerdon.core.boundary.WaitingCalls;
import dev.guerdon.core.registry.DescribedCode;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import dev.guerdon.core.registry.SourceFile;
import dev.guerdon.core.worker.ParentLink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The program of a worker process: makes the calls that its parent asks for, and ends with it.
 *
 * <p>Calls that compute are made by one thread, one after the other; the parent ends the process where one takes too long. Calls that
 * wait run many at once, under deadlines of their own. docs/design/workers.md describes the messages.
 */
final class WorkerMain {

    private final ParentLink link;
    private final Registry registry;
    private final AtomicBoolean announces;
    private final Map<String, Rewards> known = new HashMap<>();
    private final Scorer scorer;
    private @Nullable WaitingCalls waiting;

    /** The rewards of a batch, and what decodes their samples. */
    private record Rewards(List<RewardEntry> entries, LineDecoder decoder) {}

    private WorkerMain(ParentLink link, Registry registry, int mostResultText, AtomicBoolean announces) {
        this.link = link;
        this.registry = registry;
        this.announces = announces;
        announces.set(false);
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
        AtomicBoolean announces = new AtomicBoolean(true);
        Registry registry = null;
        try {
            registry = registry(hello, what -> {
                if (announces.get()) {
                    link.activity(what);
                }
            });
        } catch (Throwable e) {
            // Foreign code runs while it is installed, and may throw anything.
            link.refuse(reason(e));
        }
        Registry loaded = Objects.requireNonNull(registry);
        link.ready(DescribedCode.found(loaded.broughtByUser(), loaded.compiled()));
        int mostResultText = (int) hello.get("most_result_text").asLong();
        new WorkerMain(link, loaded, mostResultText, announces).work();
    }

    private static String reason(Throwable problem) {
        return problem instanceof GuerdonException
                ? String.valueOf(problem.getMessage())
                : CodeFault.of(problem).text();
    }

    private static Registry registry(Json hello, Consumer<String> announce) throws ClassNotFoundException {
        if (hello.get("guerdon").asLong() != EngineFrame.VERSION) {
            throw new GuerdonException("the parent speaks version " + hello.get("guerdon") + " of the protocol, this"
                    + " worker version " + EngineFrame.VERSION);
        }
        List<SourceFile> sources =
                hello.get("sources").asList().stream().map(SourceFile::restore).toList();
        List<CompiledClass> compiled = hello.get("compiled").asList().stream()
                .map(CompiledClass::restore)
                .toList();
        PluginPath path = new PluginPath(paths(hello.get("jars")), paths(hello.get("folders")), List.of());
        Registry registry = Plugins.load(path, compiled, sources, announce).registry();
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
            EngineFrame frame = link.take();
            if (frame.kind() == EngineFrame.QUERY) {
                describe(frame);
                continue;
            }
            if (frame.kind() != EngineFrame.SCORE) {
                link.refuse("a worker expects batches, and got a frame of the kind " + frame.kind());
            }
            try {
                new Request(frame).make();
            } catch (GuerdonException e) {
                link.refuse(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Answers what the parent asks of a reward. That loads the reward, so user code runs. */
    private void describe(EngineFrame question) {
        String name =
                JsonCodec.read(question.payload(), "a question").get("reward").asString();
        Map<String, Object> answer;
        announces.set(true);
        try {
            answer = registry.reward(name).save();
        } catch (Throwable e) {
            answer = Map.of("problem", reason(e));
        } finally {
            announces.set(false);
        }
        link.answer(question.id(), answer);
    }

    /** One batch. */
    private final class Request {
        private final int batch;
        private final Json head;
        private final int first;
        private final int from;
        private final int to;
        private final boolean plain;
        private final boolean encodes;
        private final LineBlock samples;

        Request(EngineFrame frame) {
            this.batch = frame.id();
            byte[] bytes = frame.payload();
            int end = frame.firstLine();
            this.head = JsonCodec.read(Arrays.copyOf(bytes, end), "the head of a batch");
            this.first = (int) head.get("first").asLong();
            this.from = (int) head.get("from").asLong();
            this.to = (int) head.get("to").asLong();
            this.samples = LineBlock.of(
                    bytes, Math.min(end + 1, bytes.length), head.get("line").asLong(), false);
            this.plain = head.get("format").asString().equals("line");
            this.encodes = plain && head.find("encode").map(Json::asBoolean).orElse(false);
        }

        void make() {
            Rewards rewards;
            try {
                rewards = rewards();
            } catch (GuerdonException e) {
                for (int call = from; call < to; call++) {
                    Score problem = new Score.Unscored(Score.Reason.ERROR, String.valueOf(e.getMessage()));
                    var unused = link.result(batch, call, problem, false, false);
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
                int number = (call - first) / size;
                int start = first + number * size;
                int end = Math.min(start + size, to);
                boolean whole = encodes && start == call && end == start + size;
                Sample sample = null;
                String problem = "";
                try {
                    sample = sample(rewards.decoder, number);
                } catch (Throwable e) {
                    problem = LineDecoder.unreadable(samples.number(number), e).message();
                }
                Sample fresh = sample;
                for (; call < end; call++) {
                    link.begin(batch, call);
                    RewardEntry reward = rewards.entries.get(call - start);
                    Score score = fresh == null
                            ? new Score.Unscored(Score.Reason.INVALID_INPUT, problem)
                            : call(reward, fresh);
                    if (fresh != null && call + 1 < end && !reward.isPredefined()) {
                        fresh = sample(rewards.decoder, number);
                    }
                    if (!whole) {
                        told += link.result(batch, call, score, false, false);
                    } else if (sample instanceof LineSample line) {
                        lines.add(line, call, score);
                    }
                }
                if (whole && sample == null) {
                    lines.unreadable(samples.number(number), problem, start, end);
                }
            }
            lines.send();
            link.done(batch);
        }

        private void makeTogether(Rewards rewards, int atOnce) {
            Duration deadline = Duration.ofMillis(head.get("deadline_ms").asLong());
            WaitingCalls calls = waiting == null ? new WaitingCalls(atOnce) : waiting;
            waiting = calls;
            int size = rewards.entries.size();
            AtomicInteger left = new AtomicInteger(to - from);
            for (int i = from; i < to; i++) {
                int call = i;
                Sample sample;
                try {
                    sample = sample(rewards.decoder, (call - first) / size);
                } catch (GuerdonException e) {
                    finish(
                            call,
                            new Score.Unscored(Score.Reason.INVALID_INPUT, String.valueOf(e.getMessage())),
                            false,
                            left);
                    continue;
                }
                RewardEntry reward = rewards.entries.get((call - first) % size);
                boolean[] stuck = new boolean[1];
                var unused = calls.start(
                                () -> {
                                    link.beginAmongOthers(batch, call);
                                    return call(reward, sample);
                                },
                                () -> {
                                    stuck[0] = true;
                                    return ResultConverter.late(reward.name(), deadline);
                                },
                                () -> {},
                                deadline.toNanos())
                        .thenAccept(score -> finish(call, score, stuck[0], left));
            }
        }

        private void finish(int call, Score score, boolean stuck, AtomicInteger left) {
            var unused = link.result(batch, call, score, stuck, true);
            if (left.decrementAndGet() == 0) {
                link.done(batch);
            }
        }

        /** Returns a sample as it was sent: a user's reward may have changed what it was given. */
        private Sample sample(LineDecoder decoder, int number) {
            return plain
                    ? decoder.decode(samples, number)
                    : SampleJson.read(JsonCodec.read(
                            Arrays.copyOfRange(samples.bytes(), samples.start(number), samples.end(number)),
                            "a sample"));
        }
    }

    /** Returns the reward of that name, if it is the one that the parent means. */
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
