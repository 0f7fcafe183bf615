package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.server.http.ServeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A row of NeMo Gym's: a question in the form of the Responses API, the model's output, and the fields of the dataset. */
final class NemoGymRow {

    private static final String PARAMETERS = "responses_create_params";
    private static final String RESPONSE = "response";

    /** Fields in which datasets keep the one answer that is right. */
    private static final List<String> LABELS = List.of("expected_answer", "answer", "ground_truth", "label");

    private static final int LONGEST_REASON = 2000;

    static Sample sample(TrainerRequest asked, Map<String, @Nullable Object> row) {
        Json response = new Json(row.get(RESPONSE));
        if (!response.isObject()) {
            throw ServeException.expected("an object as '" + RESPONSE + "'", response.kind());
        }
        List<Message> messages = new ArrayList<>(input(row));
        int own = messages.size();
        items(response.find("output").orElse(new Json(List.of())), messages);
        String last = lastSaid(messages.subList(own, messages.size()));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(row);
        fields.keySet().removeAll(Set.of(PARAMETERS, RESPONSE));
        Object label = LABELS.stream()
                .map(row::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return asked.sample(0, messages, last, label, fields);
    }

    /** Returns what the model is asked. */
    static List<Message> input(Map<String, @Nullable Object> row) {
        List<Message> messages = new ArrayList<>();
        if (row.get(PARAMETERS) instanceof Map) {
            input(new Json(row.get(PARAMETERS)).find("input").orElse(new Json(null)), messages);
        }
        return messages;
    }

    /** Returns what the model said last; empty where it said nothing. */
    static String finalResponse(Map<String, @Nullable Object> row) {
        List<Message> messages = new ArrayList<>();
        if (row.get(RESPONSE) instanceof Map) {
            items(new Json(row.get(RESPONSE)).find("output").orElse(new Json(List.of())), messages);
        }
        return lastSaid(messages);
    }

    private static String lastSaid(List<Message> messages) {
        return messages.reversed().stream()
                .filter(Message::isAssistant)
                .findFirst()
                .map(Message::text)
                .orElse("");
    }

    /** Returns whether a body is one of NeMo Gym's, and not of another protocol with the same path. */
    static boolean isOne(Json body) {
        return body.isObject() && body.find(PARAMETERS).isPresent();
    }

    private static void input(Json input, List<Message> messages) {
        if (input.isString()) {
            messages.add(Message.user(input.asString()));
        } else if (input.isList()) {
            items(input, messages);
        }
    }

    private static void items(Json items, List<Message> messages) {
        if (!items.isList()) {
            throw ServeException.expected("a list of items as the output", items.kind());
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (Json item : items.asList()) {
            if (!item.isObject()) {
                throw ServeException.expected("objects as items", item.kind());
            }
            switch (text(item, "type", "message")) {
                case "function_call" -> {
                    String id = text(item, "call_id", "");
                    String name = text(item, "name", "");
                    names.put(id, name);
                    Map<String, Object> call = Map.of(
                            "id", id, "function", Map.of("name", name, "arguments", text(item, "arguments", "{}")));
                    messages.addAll(MessageReader.messages(
                            List.of(Map.of("role", "assistant", "content", "", "tool_calls", List.of(call)))));
                }
                case "function_call_output" -> {
                    String id = text(item, "call_id", "");
                    messages.add(Message.tool(id, names.getOrDefault(id, ""), text(item, "output", "")));
                }
                case "message" -> messages.add(Message.of(text(item, "role", "assistant"), content(item)));
                default -> {
                    // Thoughts and whatever comes later; no reward reads them.
                }
            }
        }
    }

    private static String text(Json item, String name, String otherwise) {
        return item.find(name).filter(Json::isString).map(Json::asString).orElse(otherwise);
    }

    /** Returns the text of a message. */
    static String content(Json message) {
        Json content = message.find("content").orElse(new Json(""));
        if (content.isString()) {
            return content.asString();
        }
        return content.isList()
                ? content.asList().stream()
                        .filter(Json::isObject)
                        .map(part -> text(part, "text", ""))
                        .collect(Collectors.joining())
                : "";
    }

    /** Returns the row again, as the client wants it, with what was found. */
    static Map<String, @Nullable Object> answer(Map<String, @Nullable Object> row, Score score) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>(row);
        switch (score) {
            case Score.Scored scored -> {
                TrainerRequest.numbers(scored.result()).forEach(answer::putIfAbsent);
                answer.put("reward", scored.result().reward());
                answer.put("mask_sample", false);
            }
            case Score.Unscored unscored -> masked(answer, unscored);
        }
        return answer;
    }

    private static void masked(Map<String, @Nullable Object> answer, Score.Unscored unscored) {
        String told = TrainerRequest.reason(unscored);
        String reason = told.length() > LONGEST_REASON ? told.substring(0, LONGEST_REASON) : told;
        Map<String, @Nullable Object> instance = new LinkedHashMap<>();
        if (answer.get("instance_config") instanceof Map) {
            instance.putAll(new Json(answer.get("instance_config")).asMap());
        }
        instance.put("mask_sample", true);
        // The client wants a number here; 'mask_sample' says that it is none.
        answer.put("reward", 0.0);
        answer.put("mask_sample", true);
        answer.put(
                "failure_kind",
                switch (unscored.reason()) {
                    case RESOURCE -> "session_lost";
                    case CANCELLED -> "cancelled";
                    default -> "verifier_error";
                });
        answer.put("failure_reason", reason);
        answer.put("instance_config", instance);
        answer.put("_ng_failure_class", "judge_failed");
        answer.put("_ng_failure_judge_error", reason);
    }
}
