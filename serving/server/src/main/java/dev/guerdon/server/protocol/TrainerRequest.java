package dev.guerdon.server.protocol;

import dev.guerdon.api.Context;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.RewardService.ServedReward;
import io.helidon.webserver.http.ServerRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Request of a trainer: which reward, and the body of its request. */
record TrainerRequest(RewardService rewards, ServerRequest request, ServedReward reward, Json body, long bytes) {

    /**
     * The mark that a tokenizer puts behind a text, such as {@code <|im_end|>} or {@code </s>}; a reward would read it as a part of the answer.
     *
     * <p>No repetition is inside of another, so a long text takes no longer than its end.
     */
    private static final Pattern LAST_MARK = Pattern.compile(
            "(?:<[|｜][^|｜<>\\s]{1,60}[|｜]>|</s>|<s>|<eos>|<pad>|<end_of_turn>|<end_of_text>|\\[PAD])\\s*\\z");

    /** The longest mark with some space behind it. */
    private static final int LONGEST_MARK = 200;

    /** The fields that a label gives which is no object. */
    private static final List<String> LABELS = List.of("label", "answer", "ground_truth");

    /** Fields that every sample has, or that a protocol gives by itself. */
    private static final List<String> GIVEN = List.of("id", "final_response", "trajectory", "context", "prompt");

    /**
     * Reads a request. The path or the query names the reward, because most trainers have no other place for a name; the first is meant
     * where neither does.
     */
    static TrainerRequest of(RewardService rewards, ServerRequest request) {
        byte[] bytes = PackedBody.read(request, rewards.limits().body());
        Json body = object(request, bytes);
        String name = request.path()
                .pathParameters()
                .first("reward")
                .or(() -> request.query().first("reward").asOptional())
                .orElse("");
        return new TrainerRequest(rewards, request, rewards.reward(name), body, bytes.length);
    }

    /** Returns a body as an object. */
    static Json object(ServerRequest request, byte[] bytes) {
        if (bytes.length == 0) {
            throw ServeException.expected("a JSON object as the body", "none");
        }
        JsonResponses.requireJson(request);
        Json body = JsonCodec.read(bytes, "the request body");
        if (!body.isObject()) {
            throw ServeException.expected("a JSON object as the body", body.kind());
        }
        return body;
    }

    /** Returns a text of a body; empty if it is not there. */
    static String text(Json body, String name) {
        Json value = body.find(name).orElse(new Json(""));
        if (!value.isString()) {
            throw ServeException.expected("a text as '" + name + "'", value.kind());
        }
        return value.asString();
    }

    /** Returns a text of the body; empty if it is not there. */
    String text(String name) {
        return text(body, name);
    }

    /**
     * Returns the sample of a question and its response.
     *
     * @param label the trainer's one label for the question; null if there is none
     * @param given the fields that the request has by name
     */
    Sample sample(
            int index,
            List<Message> messages,
            String response,
            @Nullable Object label,
            Map<String, @Nullable Object> given) {
        Map<String, @Nullable Object> fields = fields(reward.reward(), label, given);
        return Sample.of(String.valueOf(index), response, Trajectory.of(messages), fields, Context.detached(fields));
    }

    List<Score> score(List<Sample> samples) {
        return rewards.score(request, reward, samples, bytes);
    }

    Score score(Sample sample) {
        return score(List.of(sample)).getFirst();
    }

    /** Returns the finite numbers among the extras, truth as 1 and 0. */
    static Map<String, Double> numbers(RewardResult result) {
        Map<String, Double> out = new LinkedHashMap<>();
        result.extras().forEach((name, value) -> number(value).ifPresent(number -> out.put(name, number)));
        return out;
    }

    private static Optional<Double> number(@Nullable Object value) {
        return switch (value) {
            case Boolean truth -> Optional.of(truth ? 1.0 : 0.0);
            case Number number when Double.isFinite(number.doubleValue()) -> Optional.of(number.doubleValue());
            case null, default -> Optional.empty();
        };
    }

    /** Returns a text without the marks at its end, and as it is if there are none. */
    static String withoutMarks(String text) {
        String rest = text;
        while (true) {
            Matcher last = LAST_MARK.matcher(rest).region(Math.max(0, rest.length() - LONGEST_MARK), rest.length());
            if (!last.find()) {
                return rest;
            }
            rest = rest.substring(0, last.start());
        }
    }

    /** Returns what is told of a score that is none. */
    static String reason(Score.Unscored unscored) {
        return unscored.reason().name() + ": " + unscored.message();
    }

    /**
     * Returns the fields with those of the one label that a trainer has for a question: the members of an object, also of one written as a
     * text. Anything else is {@code label}, {@code answer} and {@code ground_truth}, and the one field that the reward needs if it needs just
     * one that is not there yet.
     *
     * @param label null if there is none
     * @param fields what the request has by name, which a label never replaces
     */
    private static Map<String, @Nullable Object> fields(
            RewardEntry reward, @Nullable Object label, Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(fields);
        if (label == null) {
            return all;
        }
        Map<String, @Nullable Object> members = members(label);
        if (!members.isEmpty()) {
            members.forEach(all::putIfAbsent);
            all.putIfAbsent("label", label);
            return all;
        }
        LABELS.forEach(name -> all.putIfAbsent(name, label));
        List<String> missing = reward.inputs().orElse(List.of()).stream()
                .filter(RewardEntry.Input::required)
                .map(RewardEntry.Input::name)
                .filter(name -> !GIVEN.contains(name) && !all.containsKey(name))
                .toList();
        if (missing.size() == 1) {
            all.put(missing.getFirst(), label);
        }
        return all;
    }

    private static Map<String, @Nullable Object> members(Object label) {
        if (label instanceof Map) {
            return new Json(label).asMap();
        }
        if (label instanceof String text && text.stripLeading().startsWith("{")) {
            try {
                Json read = JsonCodec.read(text, "the label");
                return read.isObject() ? read.asMap() : Map.of();
            } catch (RuntimeException e) {
                return Map.of(); // a text that begins like an object, such as a set in mathematics
            }
        }
        return Map.of();
    }
}
