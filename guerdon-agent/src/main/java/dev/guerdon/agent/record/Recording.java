package dev.guerdon.agent.record;

import dev.guerdon.agent.model.MessageJson;
import dev.guerdon.agent.model.ModelRequest;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a {@link RecordingModel} wrote, read back and found again by request. */
@Internal
public final class Recording {

    /**
     * One request and its answer.
     *
     * @param rollout the rollout's id
     * @param turn which request of its rollout, from 0
     */
    record Exchange(String rollout, int turn, ModelRequest request, ModelReply reply) {}

    private final Path file;
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Map<String, List<Exchange>> byRequest = new HashMap<>();
    private final Map<String, Exchange> latest = new HashMap<>();
    private final Map<String, Map<String, String>> tools = new HashMap<>();

    private Recording(Path file) {
        this.file = file;
    }

    public static Recording read(Path folder) {
        Path file = folder.resolve(RecordingModel.FILE);
        if (!Files.isRegularFile(file)) {
            throw new GuerdonException("there is no recording to replay in " + folder + "; expected the file "
                    + RecordingModel.FILE + ", which --record DIR writes");
        }
        Recording recording = new Recording(file);
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
                        MessageJson.finish(json)));
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
     * The answer to a request: of the same rollout where it asked it, else of any.
     *
     * @param before how often the rollout has asked exactly this before
     */
    Optional<ModelReply> find(ModelRequest request, String rollout, int before) {
        List<Exchange> same = byRequest.getOrDefault(request.hash(), List.of());
        List<Exchange> own =
                same.stream().filter(one -> one.rollout.equals(rollout)).toList();
        List<Exchange> candidates = own.isEmpty() ? same : own;
        return candidates.isEmpty()
                ? Optional.empty()
                : Optional.of(candidates.get(Math.min(before, candidates.size() - 1)).reply);
    }

    /** The recorded request that is most like one that was not found. */
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
}
