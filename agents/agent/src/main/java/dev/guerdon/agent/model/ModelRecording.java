package dev.guerdon.agent.model;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Exchanges that a {@link RecordingModel} wrote, read back and found again by request. */
final class ModelRecording {

    /**
     * One request and its answer.
     *
     * @param rollout the rollout's id
     * @param turn which request of its rollout, from 0
     * @param altered whether the answer was recorded without a key that it held
     */
    record Exchange(String rollout, int turn, ModelRequest request, ModelReply reply, boolean altered) {}

    private final Path file;
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Map<String, List<Exchange>> byRequest = new HashMap<>();
    private final Map<String, Exchange> latest = new HashMap<>();
    private final Map<String, Map<String, String>> tools = new HashMap<>();

    private ModelRecording(Path file) {
        this.file = file;
    }

    public static ModelRecording read(Path folder) {
        Path file = folder.resolve(RecordingModel.FILE);
        if (!Files.isRegularFile(file)) {
            throw new GuerdonException("there is no recording to replay in " + folder + "; expected the file "
                    + RecordingModel.FILE + ", which --record DIR writes");
        }
        ModelRecording recording = new ModelRecording(file);
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            List<String> pending = new ArrayList<>();
            int[] number = {0};
            lines.forEach(line -> {
                number[0]++;
                pending.add(line);
                if (pending.size() == 2) {
                    recording.add(pending.removeFirst(), number[0] - 1, false);
                }
            });
            if (!pending.isEmpty()) {
                recording.add(pending.getFirst(), number[0], true);
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new GuerdonException("cannot read the recording " + file + ": " + e.getMessage(), e);
        }
        return recording;
    }

    private void add(String line, int number, boolean last) {
        if (line.isBlank()) {
            return;
        }
        try {
            Json json = JsonCodec.read(line, file + ":" + number);
            if (json.find("list").isPresent()) {
                addTools(json);
            } else {
                addExchange(json);
            }
        } catch (GuerdonException e) {
            // The last line of a process that was killed is half a line; so is one before lines that were added later.
            if (!last && !isCut(line)) {
                throw new GuerdonException(file + ":" + number + " is not a line of a recording: " + e.getMessage(), e);
            }
        }
    }

    private static boolean isCut(String line) {
        return line.startsWith("{") && !line.endsWith("}");
    }

    private void addTools(Json json) {
        Map<String, String> list = new LinkedHashMap<>();
        for (Json tool : json.get("list").asList()) {
            list.put(tool.get("name").asString(), JsonCodec.write(tool));
        }
        tools.put(json.get("tools").asString(), list);
    }

    private void addExchange(Json json) {
        String rollout = json.get("rollout").asString();
        int shared = json.get("shared").asInt();
        Exchange before = latest.get(rollout);
        if (shared > (before == null ? 0 : before.request.messages().size())) {
            throw new GuerdonException("it goes on from a line of rollout " + rollout + " that is not there");
        }
        List<String> messages = new ArrayList<>(
                before == null || shared == 0
                        ? List.of()
                        : before.request.messages().subList(0, shared));
        json.get("messages").asList().forEach(message -> messages.add(JsonCodec.write(message)));
        Exchange exchange = new Exchange(
                rollout,
                json.get("turn").asInt(),
                new ModelRequest(
                        messages, tools.getOrDefault(json.get("offered").asString(), Map.of())),
                new ModelReply(
                        MessageJson.message(json.get("reply")),
                        MessageJson.usage(json.get("usage")),
                        MessageJson.finish(json)),
                json.find(RecordingModel.HIDDEN).isPresent());
        latest.put(rollout, exchange);
        exchanges.add(exchange);
        byRequest
                .computeIfAbsent(exchange.request.hash(), hash -> new ArrayList<>())
                .add(exchange);
    }

    int size() {
        return exchanges.size();
    }

    /**
     * Returns the answer to a request: of the same rollout where it asked it, else of any.
     *
     * @param before how often the rollout has asked exactly this before
     */
    Optional<Exchange> find(ModelRequest request, String rollout, int before) {
        List<Exchange> same = byRequest.getOrDefault(request.hash(), List.of());
        List<Exchange> own =
                same.stream().filter(one -> one.rollout.equals(rollout)).toList();
        List<Exchange> candidates = own.isEmpty() ? same : own;
        return candidates.isEmpty()
                ? Optional.empty()
                : Optional.of(candidates.get(Math.min(before, candidates.size() - 1)));
    }

    /** Returns the recorded request that is most like one that was not found. */
    Optional<Exchange> nearest(ModelRequest request, String rollout) {
        Exchange best = null;
        long bestNearness = -1;
        for (Exchange exchange : exchanges) {
            long nearness = RequestDifference.nearness(exchange.request, request)
                    + (exchange.rollout.equals(rollout) ? RequestDifference.SAME_ROLLOUT : 0);
            if (nearness > bestNearness) {
                best = exchange;
                bestNearness = nearness;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Answers from a recording; a request that is not in it is an error, never a call of a model. */
    record ReplayModel(String spec, Path folder, ModelRecording recording, SecretFilter secrets) implements Model {

        @Override
        public ModelSession begin(ModelScope rollout) {
            String id = rollout.context().rolloutId();
            return new ModelSession() {

                private final Map<String, Integer> asked = new HashMap<>();
                private int turn;

                @Override
                public ModelReply reply(List<Message> messages, List<AgentTool> tools) {
                    ModelRequest request = ModelRequest.of(messages, tools, secrets);
                    int before = asked.merge(request.hash(), 1, Integer::sum) - 1;
                    turn++;
                    ModelRecording.Exchange found = recording
                            .find(request, id, before)
                            .or(() -> recording.find(request.redacted(secrets), id, before)) // of an earlier build
                            .orElseThrow(() -> miss(request, id, turn));
                    if (found.altered()) {
                        throw new ModelException(
                                ModelException.Kind.REPLAY_MISS,
                                "the answer to request " + turn + " of rollout " + id
                                        + " held a key of the machine that" + " recorded it, which is not in " + folder
                                        + "; record the rollout again");
                    }
                    return found.reply();
                }
            };
        }

        private ModelException miss(ModelRequest request, String rollout, int turn) {
            String nearest = recording
                    .nearest(request, rollout)
                    .map(exchange -> "; the nearest is request " + (exchange.turn() + 1) + " of rollout "
                            + exchange.rollout() + ", and differs in:\n  "
                            + RequestDifference.of(exchange.request(), request))
                    .orElse("; the recording is empty");
            return new ModelException(
                    ModelException.Kind.REPLAY_MISS,
                    "request " + turn + " of rollout " + rollout + " is not among the " + recording.size()
                            + " requests recorded in " + folder + nearest);
        }
    }

    /** Says how two requests differ, for a person who wonders why a replay found nothing. */
    static final class RequestDifference {

        /** Weighs more than a text that is a little more alike, and less than a whole message. */
        static final long SAME_ROLLOUT = 5_000;

        private static final long WHOLE_MESSAGE = 10_000;
        private static final int AROUND = 60;

        private RequestDifference() {}

        /** Returns how alike two requests are: messages from the beginning, then characters of the first one that differs. */
        static long nearness(ModelRequest recorded, ModelRequest now) {
            int same = same(recorded.messages(), now.messages());
            long nearness = same * WHOLE_MESSAGE
                    - Math.abs(recorded.messages().size() - now.messages().size());
            if (same < recorded.messages().size() && same < now.messages().size()) {
                String a = recorded.messages().get(same);
                String b = now.messages().get(same);
                int longer = Math.max(1, Math.max(a.length(), b.length()));
                nearness += 4_000L * (prefix(a, b) + suffix(a, b)) / longer;
            }
            return nearness;
        }

        /** Returns how many messages are the same, from the beginning on. */
        static int same(List<String> a, List<String> b) {
            int at = Arrays.mismatch(a.toArray(), b.toArray());
            return at < 0 ? a.size() : at;
        }

        /** Returns the differences, a line each. */
        static String of(ModelRequest recorded, ModelRequest now) {
            List<String> lines = new ArrayList<>();
            int same = same(recorded.messages(), now.messages());
            int recordedCount = recorded.messages().size();
            int count = now.messages().size();
            if (recordedCount != count) {
                lines.add("recorded " + recordedCount + " messages, now " + count);
            }
            if (same < recordedCount && same < count) {
                String a = readable(recorded.messages().get(same));
                String b = readable(now.messages().get(same));
                int at = prefix(a, b);
                lines.add("message " + (same + 1) + " differs at character " + (at + 1) + ":");
                lines.add("- " + around(a, at));
                lines.add("+ " + around(b, at));
            } else if (same < count) {
                lines.add("+ message " + (same + 1) + ": "
                        + around(readable(now.messages().get(same)), 0));
            } else if (same < recordedCount) {
                lines.add("- message " + (same + 1) + ": "
                        + around(readable(recorded.messages().get(same)), 0));
            }
            addTools(recorded, now, lines);
            return String.join("\n  ", lines);
        }

        private static void addTools(ModelRequest recorded, ModelRequest now, List<String> lines) {
            TreeSet<String> names = new TreeSet<>(recorded.tools().keySet());
            names.addAll(now.tools().keySet());
            for (String name : names) {
                String a = recorded.tools().get(name);
                String b = now.tools().get(name);
                if (a == null) {
                    lines.add("+ tool " + name);
                } else if (b == null) {
                    lines.add("- tool " + name);
                } else if (!a.equals(b)) {
                    int at = prefix(a, b);
                    lines.add("tool " + name + " differs:");
                    lines.add("- " + around(a, at));
                    lines.add("+ " + around(b, at));
                }
            }
        }

        /** Returns a message as role and text if that is all it is. */
        private static String readable(String message) {
            Json json = JsonCodec.read(message, "a message");
            return json.find("content").filter(Json::isString).isPresent()
                            && json.find("tool_calls").isEmpty()
                    ? json.get("role").asString() + ": " + json.get("content").asString()
                    : message;
        }

        private static String around(String text, int at) {
            int from = Math.max(0, at - AROUND);
            int to = Math.min(text.length(), at + 2 * AROUND);
            return (from > 0 ? "..." : "")
                    + text.substring(from, to).replace("\n", "\\n")
                    + (to < text.length() ? "..." : "");
        }

        private static int prefix(String a, String b) {
            int most = Math.min(a.length(), b.length());
            int same = 0;
            while (same < most && a.charAt(same) == b.charAt(same)) {
                same++;
            }
            return same;
        }

        private static int suffix(String a, String b) {
            int most = Math.min(a.length(), b.length()) - prefix(a, b);
            int same = 0;
            while (same < most && a.charAt(a.length() - 1 - same) == b.charAt(b.length() - 1 - same)) {
                same++;
            }
            return same;
        }
    }
}
