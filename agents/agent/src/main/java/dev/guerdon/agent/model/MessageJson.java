package dev.guerdon.agent.model;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.core.base.MessageWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages, replies and usage as plain JSON values, in the OpenAI shape; what is written reads back as it was. */
@Internal
public final class MessageJson {

    private MessageJson() {}

    /**
     * Returns the message with {@code content} and the {@code id} of calls also where they are empty, as recordings have always
     * had it.
     */
    public static Map<String, @Nullable Object> of(Message message) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("role", message.role());
        json.put("content", null);
        json.putAll(MessageWriter.message(message));
        if (json.get("tool_calls") instanceof List<?> calls) {
            json.put("tool_calls", calls.stream().map(MessageJson::call).toList());
        }
        return json;
    }

    private static Map<Object, @Nullable Object> call(@Nullable Object call) {
        Map<Object, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", "");
        if (call instanceof Map<?, ?> written) {
            json.putAll(written);
        }
        return json;
    }

    public static Message message(Json json) {
        Object value = json.value();
        if (value == null) {
            throw new GuerdonException("expected a message, found null");
        }
        return MessageReader.messages(List.of(value)).getFirst();
    }

    /** Arguments that are not a JSON object stay in the call as text, and the model is told about it. */
    public static Map<String, @Nullable Object> arguments(String written) {
        try {
            Json json = JsonCodec.read(written, "arguments");
            return json.isObject() ? json.asMap() : Map.of();
        } catch (GuerdonException e) {
            return Map.of();
        }
    }

    /** Returns why a reply ended, beside which {@code finish_reason} stands; files of earlier builds do not say. */
    public static ModelReply.Finish finish(Json json) {
        return ModelReply.Finish.of(json.find("finish_reason")
                .filter(Json::isString)
                .map(Json::asString)
                .orElse(""));
    }

    public static Map<String, @Nullable Object> of(Usage usage) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("calls", usage.calls());
        json.put("input_tokens", usage.inputTokens());
        json.put("output_tokens", usage.outputTokens());
        json.put("usd", usage.costKnown() ? (Object) usage.usd() : null);
        if (!usage.costKnown()) {
            json.put("usd_known", usage.usd());
            json.put("unknown_calls", usage.unknown());
        }
        return json;
    }

    public static Usage usage(Json json) {
        return new Usage(
                json.get("calls").asLong(),
                json.get("input_tokens").asLong(),
                json.get("output_tokens").asLong(),
                json.find("usd")
                        .or(() -> json.find("usd_known"))
                        .map(Json::asDouble)
                        .orElse(0.0),
                json.find("unknown_calls").map(Json::asLong).orElse(0L));
    }

    /** Guesses how many tokens a text has: four characters each, which is near enough for limits and folding. */
    public static final class TokenEstimate {

        private static final int CHARACTERS = 4;
        private static final int PER_MESSAGE = 4;

        private TokenEstimate() {}

        public static long of(List<Message> messages) {
            return messages.stream().mapToLong(TokenEstimate::of).sum();
        }

        static long of(Message message) {
            long characters = message.text().length();
            for (var call : message.toolCalls()) {
                characters += call.name().length()
                        + (call.argumentsText().isEmpty() ? JsonCodec.write(call.arguments()) : call.argumentsText())
                                .length();
            }
            return PER_MESSAGE + (characters + CHARACTERS - 1) / CHARACTERS;
        }

        public static long ofTools(List<AgentTool> tools) {
            return tools.stream()
                    .mapToLong(tool -> (tool.name().length()
                                    + tool.description().length()
                                    + JsonCodec.write(tool.schema()).length())
                            / CHARACTERS)
                    .sum();
        }
    }
}
