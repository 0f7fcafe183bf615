package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message between the user and the agent.
 *
 * @param role {@code user}, {@code user_image}, {@code assistant} or {@code infeasible}
 * @param timestamp when, in seconds since 1970
 * @param message the text, or the address of an image
 */
@Experimental
public record ChatMessage(String role, double timestamp, String message) {

    public static final String USER = "user";
    public static final String USER_IMAGE = "user_image";
    /** The role of what an agent says to the user. */
    public static final String ASSISTANT = "assistant";

    public static final String INFEASIBLE = "infeasible";

    public static ChatMessage now(String role, String message) {
        return new ChatMessage(role, System.currentTimeMillis() / 1000.0, message);
    }

    /** Returns the message as a plain JSON value. */
    public Map<String, @Nullable Object> plain() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        plain.put("role", role);
        plain.put("timestamp", timestamp);
        plain.put("message", message);
        return plain;
    }
}
