package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tool call that a model asked for.
 *
 * @param id the call's id, or empty if the source had none
 * @param name the tool's name
 * @param arguments the arguments by name; empty if the arguments were not a JSON object
 * @param argumentsText the arguments as the model wrote them, or empty if the source had them as a JSON object
 */
@Stable
public record ToolCall(String id, String name, Map<String, @Nullable Object> arguments, String argumentsText) {

    public ToolCall {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }
}
