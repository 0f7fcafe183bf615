package dev.guerdon.cli.transfer;

import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How a tool writes a rollout as one JSON object. */
enum RolloutShape {
    /** {@code traces.jsonl} of verifiers from 0.4 on: an episode with the traces of one or more agents. */
    VERIFIERS("verifiers"),
    /** {@code results.jsonl} of verifiers before 0.4. */
    VERIFIERS_RESULTS("verifiers"),
    /** What NeMo Gym collects: the request, the response, the reward. */
    NEMO_GYM("NeMo Gym"),
    /** What {@code guerdon export} writes, and {@code guerdon score} reads. */
    GUERDON("Guerdon");

    private static final String REWARD = "reward";

    /** The names of what is read, or means nothing to a reward: the rest are fields of the task. */
    private static final Set<String> IN_TASKS = names(
            "idx id prompt skills network_allow network_block artifacts" + " artifact_max_bytes timeout resources");

    private static final Set<String> IN_RESULTS =
            names("prompt completion reward example_id id task model generation_ms scoring_ms total_ms");
    private static final Set<String> IN_RESPONSES =
            names("responses_create_params response reward mask_sample failure_kind failure_reason agent_ref");

    private final String tool;

    RolloutShape(String tool) {
        this.tool = tool;
    }

    String tool() {
        return tool;
    }

    List<ForeignEpisode> episodes(Map<?, ?> row) {
        return switch (this) {
            case VERIFIERS ->
                ForeignJson.list(row.get("traces")).stream()
                        .map(trace -> trace(row, trace))
                        .toList();
            case VERIFIERS_RESULTS -> List.of(result(row));
            case NEMO_GYM -> List.of(response(row));
            case GUERDON -> List.of(exported(row));
        };
    }

    static Optional<RolloutShape> of(Map<?, ?> row) {
        if (row.get("traces") instanceof List && row.get("task") instanceof Map) {
            return Optional.of(VERIFIERS);
        } else if (row.get("responses_create_params") instanceof Map && row.containsKey("response")) {
            return Optional.of(NEMO_GYM);
        } else if (row.containsKey("prompt") && row.containsKey("completion")) {
            return Optional.of(VERIFIERS_RESULTS);
        } else if (row.containsKey("final_response")) {
            return Optional.of(GUERDON);
        }
        return Optional.empty();
    }

    /** Returns what was evaluated, where a rollout says it. */
    Optional<String> suite(Map<?, ?> row) {
        String name = ForeignJson.text(
                switch (this) {
                    case VERIFIERS -> ForeignJson.at(row, "env", "id");
                    case VERIFIERS_RESULTS -> row.get("task");
                    case NEMO_GYM -> ForeignJson.at(row, "agent_ref", "name");
                    case GUERDON -> ForeignJson.at(row, "metadata", "suite");
                });
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    String model(Map<?, ?> row) {
        return ForeignJson.text(
                switch (this) {
                    case VERIFIERS ->
                        ForeignJson.at(
                                ForeignJson.list(ForeignJson.at(
                                                ForeignJson.list(row.get("traces")).stream()
                                                        .findFirst()
                                                        .orElse(null),
                                                "calls"))
                                        .stream()
                                        .findFirst()
                                        .orElse(null),
                                "model");
                    case VERIFIERS_RESULTS -> row.get("model");
                    case NEMO_GYM -> ForeignJson.at(row, "response", "model");
                    case GUERDON -> ForeignJson.at(row, "metadata", "model");
                });
    }

    private static Set<String> names(String listed) {
        return Set.of(listed.split(" ", -1));
    }

    private static Map<String, @Nullable Object> without(Map<?, ?> row, Set<String> names) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        row.forEach((name, value) -> {
            if (!names.contains(String.valueOf(name))) {
                out.put(String.valueOf(name), value);
            }
        });
        return out;
    }

    private static Map<String, @Nullable Object> numbers(Map<?, ?> row) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        row.forEach((name, value) -> {
            if (value instanceof Number number && !String.valueOf(name).startsWith("_")) {
                out.put(String.valueOf(name), number.doubleValue());
            }
        });
        return out;
    }

    private static List<Message> messages(@Nullable Object value) {
        return value instanceof String text
                ? List.of(Message.user(text))
                : MessageReader.messages(ForeignJson.list(value));
    }

    private static String question(List<Message> messages) {
        return messages.stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .findFirst()
                .orElse("");
    }

    /** A trace is a graph of messages; the branch that ends last is what was said. */
    private static ForeignEpisode trace(Map<?, ?> row, @Nullable Object trace) {
        List<?> nodes = ForeignJson.list(ForeignJson.at(trace, "nodes"));
        List<@Nullable Object> branch = new ArrayList<>();
        int at = nodes.size() - 1;
        for (int steps = 0; at >= 0 && at < nodes.size() && steps <= nodes.size(); steps++) {
            branch.addFirst(ForeignJson.at(nodes.get(at), "message"));
            at = ForeignJson.at(nodes.get(at), "parent") instanceof Number parent ? parent.intValue() : -1;
        }
        List<Message> messages = MessageReader.messages(branch);
        Map<?, ?> data = ForeignJson.map(ForeignJson.at(row, "task", "data"));
        Map<String, @Nullable Object> extras =
                new LinkedHashMap<>(numbers(ForeignJson.map(ForeignJson.at(trace, "metrics"))));
        double reward = 0;
        boolean scored = false;
        boolean gap = false;
        for (Map.Entry<?, ?> each :
                ForeignJson.map(ForeignJson.at(trace, "rewards")).entrySet()) {
            double score = ForeignJson.number(ForeignJson.at(each.getValue(), "score"));
            double weight =
                    ForeignJson.at(each.getValue(), "weight") instanceof Number number ? number.doubleValue() : 1;
            gap |= Double.isNaN(score);
            scored = true;
            reward += score * weight;
            extras.put(String.valueOf(each.getKey()), Double.isNaN(score) ? null : score);
        }
        String error = ForeignJson.list(ForeignJson.at(trace, "errors")).stream()
                .map(one -> ForeignJson.text(ForeignJson.at(one, "type")) + ": "
                        + ForeignJson.text(ForeignJson.at(one, "message")))
                .findFirst()
                .orElse("");
        String id = ForeignJson.text(data.get("id") != null ? data.get("id") : data.get("idx"));
        return new ForeignEpisode(
                Task.of(
                        id.isEmpty() ? Sha256.hex(question(messages), 6) : id,
                        question(messages),
                        without(data, IN_TASKS)),
                messages,
                ForeignJson.score(scored && !gap ? reward : Double.NaN, extras, "the trace has no reward"),
                ForeignEpisode.lastReply(messages),
                !error.isEmpty()
                        ? FinishReason.ERROR
                        : Boolean.TRUE.equals(ForeignJson.at(trace, "is_timeout"))
                                ? FinishReason.BUDGET
                                : FinishReason.TERMINAL,
                error,
                -1,
                tokens(ForeignJson.at(trace, "num_input_tokens"), ForeignJson.at(trace, "num_output_tokens")),
                ForeignJson.time(ForeignJson.at(trace, "timing", "start")),
                Duration.ZERO,
                0);
    }

    private static Usage tokens(@Nullable Object in, @Nullable Object out) {
        long sum = ForeignJson.count(in) + ForeignJson.count(out);
        return sum == 0 ? Usage.NONE : new Usage(1, ForeignJson.count(in), ForeignJson.count(out), 0, 1);
    }

    private static ForeignEpisode result(Map<?, ?> row) {
        List<Message> messages = new ArrayList<>(messages(row.get("prompt")));
        String question = question(messages);
        Object completion = row.get("completion");
        messages.addAll(completion instanceof String text ? List.of(Message.assistant(text)) : messages(completion));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(without(row, IN_RESULTS));
        Map<String, @Nullable Object> extras = numbers(fields);
        extras.keySet().forEach(fields::remove);
        Object id = row.get("example_id") == null ? row.get("id") : row.get("example_id");
        return new ForeignEpisode(
                Task.of(id == null ? Sha256.hex(question, 6) : ForeignJson.text(id), question, fields),
                messages,
                ForeignJson.score(ForeignJson.number(row.get(REWARD)), extras, "the line has no reward"),
                ForeignEpisode.lastReply(messages),
                FinishReason.UNKNOWN,
                ForeignJson.text(row.get("error")),
                -1,
                Usage.NONE,
                java.time.Instant.EPOCH,
                ForeignJson.seconds(ForeignJson.number(row.get("total_ms")) / 1e3),
                0);
    }

    private static ForeignEpisode response(Map<?, ?> row) {
        List<Message> messages = new ArrayList<>(messages(ForeignJson.at(row, "responses_create_params", "input")));
        String question = question(messages);
        for (Object item : ForeignJson.list(ForeignJson.at(row, "response", "output"))) {
            switch (ForeignJson.text(ForeignJson.at(item, "type"))) {
                case "function_call" ->
                    messages.addAll(MessageReader.messages(
                            List.of(Map.of("role", "assistant", "content", "", "tool_calls", List.of(call(item))))));
                case "function_call_output" ->
                    messages.add(Message.tool(
                            ForeignJson.text(ForeignJson.at(item, "call_id")),
                            "",
                            ForeignJson.text(ForeignJson.at(item, "output"))));
                case "message" -> messages.addAll(MessageReader.messages(List.of(ForeignJson.map(item))));
                default -> {}
            }
        }
        String failure = ForeignJson.text(
                row.get("failure_reason") != null ? row.get("failure_reason") : row.get("_ng_failure_judge_error"));
        boolean unscored = Boolean.TRUE.equals(row.get("mask_sample")) || row.get("_ng_failure_class") != null;
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(without(row, IN_RESPONSES));
        Map<String, @Nullable Object> extras = numbers(fields);
        extras.keySet().forEach(fields::remove);
        fields.keySet().removeIf(name -> name.startsWith("_ng_"));
        if (!fields.containsKey("answer") && fields.containsKey("expected_answer")) {
            fields.put("answer", fields.get("expected_answer"));
        }
        Object id = row.get("_ng_task_index") == null ? row.get("task_id") : row.get("_ng_task_index");
        Object usage = ForeignJson.at(row, "response", "usage");
        return new ForeignEpisode(
                Task.of(id == null ? Sha256.hex(question, 6) : ForeignJson.text(id), question, fields),
                messages,
                unscored
                        ? new Score.Unscored(Score.Reason.ERROR, failure.isEmpty() ? "the verifier failed" : failure)
                        : ForeignJson.score(ForeignJson.number(row.get(REWARD)), extras, "the line has no reward"),
                ForeignEpisode.lastReply(messages),
                ForeignJson.text(ForeignJson.at(row, "response", "status")).equals("incomplete")
                        ? FinishReason.CUT_REPLY
                        : FinishReason.TERMINAL,
                ForeignJson.text(ForeignJson.at(row, "response", "error", "message")),
                -1,
                tokens(ForeignJson.at(usage, "input_tokens"), ForeignJson.at(usage, "output_tokens")),
                ForeignJson.time(ForeignJson.at(row, "response", "created_at")),
                Duration.ZERO,
                0);
    }

    private static Map<String, Object> call(@Nullable Object item) {
        return Map.of(
                "id", ForeignJson.text(ForeignJson.at(item, "call_id")),
                "name", ForeignJson.text(ForeignJson.at(item, "name")),
                "arguments", ForeignJson.text(ForeignJson.at(item, "arguments")));
    }

    private static ForeignEpisode exported(Map<?, ?> row) {
        Object about = row.get("metadata");
        List<Message> messages = messages(row.get("trajectory") == null ? row.get("messages") : row.get("trajectory"));
        Map<String, @Nullable Object> fields =
                without(row, Set.of("id", "final_response", "trajectory", "messages", "metadata"));
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        ForeignJson.map(ForeignJson.at(about, "extras"))
                .forEach((name, value) -> extras.put(String.valueOf(name), value));
        Object task = ForeignJson.at(about, "task");
        Object question = fields.remove("question");
        return new ForeignEpisode(
                Task.of(
                        ForeignJson.text(task == null ? row.get("id") : task),
                        question == null ? question(messages) : ForeignJson.text(question),
                        fields),
                messages,
                ForeignJson.at(about, "unscored") instanceof Map<?, ?> why
                        ? new Score.Unscored(Score.Reason.INVALID_RESULT, ForeignJson.text(why.get("message")))
                        : ForeignJson.score(
                                ForeignJson.number(ForeignJson.at(about, REWARD)), extras, "the line has no reward"),
                ForeignJson.text(row.get("final_response")),
                FinishReason.UNKNOWN,
                ForeignJson.text(ForeignJson.at(about, "error")),
                (int) ForeignJson.count(ForeignJson.at(about, "steps")),
                tokens(ForeignJson.at(about, "usage", "input_tokens"), ForeignJson.at(about, "usage", "output_tokens")),
                ForeignJson.time(ForeignJson.at(about, "started")),
                ForeignJson.seconds(ForeignJson.at(about, "seconds")),
                (int) Math.max(0, ForeignJson.count(ForeignJson.at(about, EpisodeDetail.HIDDEN_TEXTS))));
    }
}
