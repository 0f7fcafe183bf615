package dev.guerdon.browser.cdp;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the browser sent: an answer to a command, or an event.
 *
 * @param id the number of the command; 0 for an event
 * @param session the session it came from; empty for the browser's own
 * @param method the event; empty for an answer
 * @param content the answer's result or the event's parameters
 * @param error why a command failed; null where it did not
 */
record Message(
        int id,
        String session,
        String method,
        Map<String, @Nullable Object> content,
        @Nullable String error) {

    static Message of(Map<String, @Nullable Object> raw) {
        Map<String, @Nullable Object> content =
                object(raw.containsKey("method") ? raw.get("params") : raw.get("result"));
        Object error = raw.get("error");
        return new Message(
                raw.get("id") instanceof Number id ? id.intValue() : 0,
                text(raw.get("sessionId")),
                text(raw.get("method")),
                content,
                error == null ? null : text(object(error).get("message")));
    }

    String text(String name) {
        return text(content.get(name));
    }

    Map<String, @Nullable Object> object(String name) {
        return object(content.get(name));
    }

    static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }

    static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }
}
