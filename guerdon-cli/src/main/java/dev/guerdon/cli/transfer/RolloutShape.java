package dev.guerdon.cli.transfer;

import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.MessageReader;
import dev.guerdon.base.Sha256;
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
    VERIFIERS("verifiers") {
        @Override
        List<ForeignEpisode> episodes(Map<?, ?> row) {
            return Plain.list(row.get("traces")).stream()
                    .map(trace -> RolloutShape.trace(row, trace))
                    .toList();
        }
    },
    /** {@code results.jsonl} of verifiers before 0.4. */
    VERIFIERS_RESULTS("verifiers") {
        @Override
        List<ForeignEpisode> episodes(Map<?, ?> row) {
            return List.of(RolloutShape.result(row));
        }
    },
    /** What NeMo Gym collects: the request, the response, the reward. */
    NEMO_GYM("NeMo Gym") {
        @Override
        List<ForeignEpisode> episodes(Map<?, ?> row) {
            return List.of(RolloutShape.response(row));
        }
    },
    /** What {@code guerdon export} writes, and {@code guerdon score} reads. */
    GUERDON("Guerdon") {
        @Override
        List<ForeignEpisode> episodes(Map<?, ?> row) {
            return List.of(RolloutShape.exported(row));
        }
    };

    private static final String REWARD = "reward";

    private final String tool;

    RolloutShape(String tool) {
        this.tool = tool;
    }

    String tool() {
        return tool;
    }

    abstract List<ForeignEpisode> episodes(Map<?, ?> row);

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

    /** What was evaluated, where a rollout says it. */
    Optional<String> suite(Map<?, ?> row) {
        String name = Plain.text(
                switch (this) {
                    case VERIFIERS -> Plain.at(row, "env", "id");
                    case VERIFIERS_RESULTS -> row.get("task");
                    case NEMO_GYM -> Plain.at(row, "agent_ref", "name");
                    case GUERDON -> Plain.at(row, "metadata", "suite");
                });
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    String model(Map<?, ?> row) {
        return Plain.text(
                switch (this) {
                    case VERIFIERS ->
                        Plain.at(
                                Plain.list(Plain.at(
                                                Plain.list(row.get("traces")).stream()
                                                        .findFirst()
                                                        .orElse(null),
                                                "calls"))
                                        .stream()
                                        .findFirst()
                                        .orElse(null),
                                "model");
                    case VERIFIERS_RESULTS -> row.get("model");
                    case NEMO_GYM -> Plain.at(row, "response", "model");
                    case GUERDON -> Plain.at(row, "metadata", "model");
                });
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
        return value instanceof String text ? List.of(Message.user(text)) : MessageReader.messages(Plain.list(value));
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
        List<?> nodes = Plain.list(Plain.at(trace, "nodes"));
        List<@Nullable Object> branch = new ArrayList<>();
        int at = nodes.size() - 1;
        for (int steps = 0; at >= 0 && at < nodes.size() && steps <= nodes.size(); steps++) {
            branch.addFirst(Plain.at(nodes.get(at), "message"));
            at = Plain.at(nodes.get(at), "parent") instanceof Number parent ? parent.intValue() : -1;
        }
        List<Message> messages = MessageReader.messages(branch);
        Map<?, ?> data = Plain.map(Plain.at(row, "task", "data"));
        Map<String, @Nullable Object> extras = new LinkedHashMap<>(numbers(Plain.map(Plain.at(trace, "metrics"))));
        double reward = 0;
        boolean scored = false;
        boolean gap = false;
        for (Map.Entry<?, ?> each : Plain.map(Plain.at(trace, "rewards")).entrySet()) {
            double score = Plain.number(Plain.at(each.getValue(), "score"));
            double weight = Plain.at(each.getValue(), "weight") instanceof Number number ? number.doubleValue() : 1;
            gap |= Double.isNaN(score);
            scored = true;
            reward += score * weight;
            extras.put(String.valueOf(each.getKey()), Double.isNaN(score) ? null : score);
        }
        String error = Plain.list(Plain.at(trace, "errors")).stream()
                .map(one -> Plain.text(Plain.at(one, "type")) + ": " + Plain.text(Plain.at(one, "message")))
                .findFirst()
                .orElse("");
        String id = Plain.text(data.get("id") != null ? data.get("id") : data.get("idx"));
        return new ForeignEpisode(
                Task.of(
                        id.isEmpty() ? Sha256.hex(question(messages), 6) : id,
                        question(messages),
                        without(
                                data,
                                Set.of(
                                        "idx",
                                        "id",
                                        "prompt",
                                        "skills",
                                        "network_allow",
                                        "network_block",
                                        "artifacts",
                                        "artifact_max_bytes",
                                        "timeout",
                                        "resources"))),
                messages,
                Plain.score(scored && !gap ? reward : Double.NaN, extras, "the trace has no reward"),
                ForeignEpisode.lastReply(messages),
                !error.isEmpty()
                        ? FinishReason.ERROR
                        : Boolean.TRUE.equals(Plain.at(trace, "is_timeout"))
                                ? FinishReason.BUDGET
                                : FinishReason.TERMINAL,
                error,
                -1,
                tokens(Plain.at(trace, "num_input_tokens"), Plain.at(trace, "num_output_tokens")),
                Plain.time(Plain.at(trace, "timing", "start")),
                Duration.ZERO);
    }

    private static Usage tokens(@Nullable Object in, @Nullable Object out) {
        long sum = Plain.count(in) + Plain.count(out);
        return sum == 0 ? Usage.NONE : new Usage(1, Plain.count(in), Plain.count(out), 0, 1);
    }

    private static ForeignEpisode result(Map<?, ?> row) {
        List<Message> messages = new ArrayList<>(messages(row.get("prompt")));
        String question = question(messages);
        Object completion = row.get("completion");
        messages.addAll(completion instanceof String text ? List.of(Message.assistant(text)) : messages(completion));
        Set<String> ours = Set.of(
                "prompt",
                "completion",
                REWARD,
                "example_id",
                "id",
                "task",
                "model",
                "generation_ms",
                "scoring_ms",
                "total_ms");
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(without(row, ours));
        Map<String, @Nullable Object> extras = numbers(fields);
        extras.keySet().forEach(fields::remove);
        Object id = row.get("example_id") == null ? row.get("id") : row.get("example_id");
        return new ForeignEpisode(
                Task.of(id == null ? Sha256.hex(question, 6) : Plain.text(id), question, fields),
                messages,
                Plain.score(Plain.number(row.get(REWARD)), extras, "the line has no reward"),
                ForeignEpisode.lastReply(messages),
                FinishReason.UNKNOWN,
                Plain.text(row.get("error")),
                -1,
                Usage.NONE,
                java.time.Instant.EPOCH,
                Plain.seconds(Plain.number(row.get("total_ms")) / 1e3));
    }

    private static ForeignEpisode response(Map<?, ?> row) {
        List<Message> messages = new ArrayList<>(messages(Plain.at(row, "responses_create_params", "input")));
        String question = question(messages);
        for (Object item : Plain.list(Plain.at(row, "response", "output"))) {
            switch (Plain.text(Plain.at(item, "type"))) {
                case "function_call" ->
                    messages.addAll(MessageReader.messages(
                            List.of(Map.of("role", "assistant", "content", "", "tool_calls", List.of(call(item))))));
                case "function_call_output" ->
                    messages.add(Message.tool(
                            Plain.text(Plain.at(item, "call_id")), "", Plain.text(Plain.at(item, "output"))));
                case "message" -> messages.addAll(MessageReader.messages(List.of(Plain.map(item))));
                default -> {}
            }
        }
        String failure = Plain.text(
                row.get("failure_reason") != null ? row.get("failure_reason") : row.get("_ng_failure_judge_error"));
        boolean unscored = Boolean.TRUE.equals(row.get("mask_sample")) || row.get("_ng_failure_class") != null;
        Set<String> ours = Set.of(
                "responses_create_params",
                "response",
                REWARD,
                "mask_sample",
                "failure_kind",
                "failure_reason",
                "agent_ref");
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(without(row, ours));
        Map<String, @Nullable Object> extras = numbers(fields);
        extras.keySet().forEach(fields::remove);
        fields.keySet().removeIf(name -> name.startsWith("_ng_"));
        if (!fields.containsKey("answer") && fields.containsKey("expected_answer")) {
            fields.put("answer", fields.get("expected_answer"));
        }
        Object id = row.get("_ng_task_index") == null ? row.get("task_id") : row.get("_ng_task_index");
        Object usage = Plain.at(row, "response", "usage");
        return new ForeignEpisode(
                Task.of(id == null ? Sha256.hex(question, 6) : Plain.text(id), question, fields),
                messages,
                unscored
                        ? new Score.Unscored(Score.Reason.ERROR, failure.isEmpty() ? "the verifier failed" : failure)
                        : Plain.score(Plain.number(row.get(REWARD)), extras, "the line has no reward"),
                ForeignEpisode.lastReply(messages),
                Plain.text(Plain.at(row, "response", "status")).equals("incomplete")
                        ? FinishReason.CUT_REPLY
                        : FinishReason.TERMINAL,
                Plain.text(Plain.at(row, "response", "error", "message")),
                -1,
                tokens(Plain.at(usage, "input_tokens"), Plain.at(usage, "output_tokens")),
                Plain.time(Plain.at(row, "response", "created_at")),
                Duration.ZERO);
    }

    private static Map<String, Object> call(@Nullable Object item) {
        return Map.of(
                "id", Plain.text(Plain.at(item, "call_id")),
                "name", Plain.text(Plain.at(item, "name")),
                "arguments", Plain.text(Plain.at(item, "arguments")));
    }

    private static ForeignEpisode exported(Map<?, ?> row) {
        Object about = row.get("metadata");
        List<Message> messages = messages(row.get("trajectory") == null ? row.get("messages") : row.get("trajectory"));
        Map<String, @Nullable Object> fields =
                without(row, Set.of("id", "final_response", "trajectory", "messages", "metadata"));
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        Plain.map(Plain.at(about, "extras")).forEach((name, value) -> extras.put(String.valueOf(name), value));
        Object task = Plain.at(about, "task");
        Object question = fields.remove("question");
        return new ForeignEpisode(
                Task.of(
                        Plain.text(task == null ? row.get("id") : task),
                        question == null ? question(messages) : Plain.text(question),
                        fields),
                messages,
                Plain.at(about, "unscored") instanceof Map<?, ?> why
                        ? new Score.Unscored(Score.Reason.INVALID_RESULT, Plain.text(why.get("message")))
                        : Plain.score(Plain.number(Plain.at(about, REWARD)), extras, "the line has no reward"),
                Plain.text(row.get("final_response")),
                FinishReason.UNKNOWN,
                Plain.text(Plain.at(about, "error")),
                (int) Plain.count(Plain.at(about, "steps")),
                tokens(Plain.at(about, "usage", "input_tokens"), Plain.at(about, "usage", "output_tokens")),
                Plain.time(Plain.at(about, "started")),
                Plain.seconds(Plain.at(about, "seconds")));
    }
}
