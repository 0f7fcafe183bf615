package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One chat message, as the OpenAI and AgentFly JSON shapes have it.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant}, {@code tool}, or any other word
 * @param content the parts of the message; a plain text is one {@link Text}
 * @param toolCalls the tool calls of an assistant message
 * @param name the tool's or speaker's name
 * @param toolCallId the id of the call that a tool message answers
 * @param listed whether the source had the content as a list of parts, so that it can be written back as it was
 */
@Stable
public record Message(
        String role,
        List<Part> content,
        List<ToolCall> toolCalls,
        @Nullable String name,
        @Nullable String toolCallId,
        boolean listed) {

    /** A part of a message's content. */
    public sealed interface Part permits Text, Media {}

    /** Plain text. */
    public record Text(String text) implements Part {}

    /**
     * Anything that is not text, such as an image.
     *
     * @param type the part's type word, such as {@code image_url}
     * @param data the part as it was, its type included
     */
    public record Media(String type, Map<String, @Nullable Object> data) implements Part {
        public Media {
            data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
        }
    }

    public Message {
        content = List.copyOf(content);
        toolCalls = List.copyOf(toolCalls);
    }

    /** Creates a message whose content counts as a list of parts unless it is exactly one text. */
    public Message(
            String role,
            List<Part> content,
            List<ToolCall> toolCalls,
            @Nullable String name,
            @Nullable String toolCallId) {
        this(
                role,
                content,
                toolCalls,
                name,
                toolCallId,
                content.size() > 1 || content.stream().anyMatch(Media.class::isInstance));
    }

    /** Returns a message of one text part. */
    public static Message of(String role, String text) {
        return new Message(role, List.of(new Text(text)), List.of(), null, null);
    }

    public static Message system(String text) {
        return of("system", text);
    }

    public static Message user(String text) {
        return of("user", text);
    }

    public static Message assistant(String text) {
        return of("assistant", text);
    }

    /** Returns an assistant message that asks for tool calls. */
    public static Message assistant(String text, List<ToolCall> calls) {
        return new Message("assistant", text.isEmpty() ? List.of() : List.of(new Text(text)), calls, null, null);
    }

    /** Returns the answer of a tool to the call with that id. */
    public static Message tool(String toolCallId, String toolName, String text) {
        return new Message("tool", List.of(new Text(text)), List.of(), toolName, toolCallId);
    }

    public boolean isAssistant() {
        return role.equals("assistant");
    }

    public boolean isTool() {
        return role.equals("tool");
    }

    /** Returns all text parts, joined with nothing between them. */
    public String text() {
        if (content.size() == 1 && content.getFirst() instanceof Text only) {
            return only.text();
        }
        StringBuilder all = new StringBuilder();
        for (Part part : content) {
            if (part instanceof Text text) {
                all.append(text.text());
            }
        }
        return all.toString();
    }

    /** Returns the text of the first text part. */
    public Optional<String> firstText() {
        return content.stream()
                .filter(Text.class::isInstance)
                .map(part -> ((Text) part).text())
                .findFirst();
    }
}
