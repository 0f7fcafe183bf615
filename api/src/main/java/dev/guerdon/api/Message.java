package dev.guerdon.api;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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

    /**
     * Returns whether this is the result of a tool that ran: neither empty, nor a report that there is no such tool or that its call was
     * refused. A tool that ran and reports an error of its own, such as a division by zero, was used.
     */
    public boolean isToolResult() {
        return isTool() && !RefusedCall.isReport(this);
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

    /**
     * Tells the reports of calls that never ran from the results of tools, by their first words.
     *
     * <p>Agent frameworks have no common mark for them, only habits: a label such as {@code Error:} or a JSON object around it, and then a
     * sentence about the tool or its arguments. An error that says nothing of these is the tool's own.
     */
    private static final class RefusedCall {

        /** The report comes first; what a tool gives may be long. */
        private static final int READ = 400;

        private static final Pattern NOTHING =
                Pattern.compile("[\\s\\p{C}\\p{Z}\\p{M}\\u115f\\u1160\\u2800\\u3164\\uffa0]*+");

        /** Labels before the sentence: punctuation, numbers, the names of errors, the usual keys of JSON, "error executing tool x". */
        private static final String LABELS =
                "(?:[^\\p{L}]|(?:tool |mcp |value |key |type |name |runtime |attribute |assertion |execution"
                        + " |lookup |model |behavior |pydantic |input |use )*(?:error|exception|failure|failed(?! to))s?\\b|(?:while |when |in )?(?:calling|executing"
                        + "|invoking|running) (?:the )?(?:tool|function)s? [^\\n]{0,80}?(?::|error\\b)|(?:status|message|msg|code|content|result|output"
                        + "|observation|success|ok|false|reason|detail|text|is|name|null|ai|with)\\b)*+";

        private static final String ABSENT = "found|exist|available|registered|in the|provided";

        private static final Pattern LABELLED = Pattern.compile(
                "[^\\p{L}]*+[^\\n:]{0,60}?(?:error|exception|fail|unknown|no such)", Pattern.CASE_INSENSITIVE);

        private static final List<Pattern> REPORTS = reports(
                // Unknown tool: x. No such tool. There is no tool called x.
                "(?:unknown|unregistered|non ?existent|hallucinated|no such) (?:\\w+ )?(?:tools?|functions?)\\b",
                "(?:invalid|unrecogni[sz]ed|undefined|unsupported|unavailable) (?:\\w+ )?tools?\\b",
                "(?:there is |found )?no (?:matching |known )?(?:tools?|function|tool callbacks?) (?:[\"'`]|\\w+ (?:found|exist)|is|was|named|called|found|with|for)",
                // Tool x not found. The tool "x" does not exist. Requested function could not be found.
                "(?:the |requested |selected )*(?:tools?\\b[^\\n]{0,120}?(?:not|n't|un)(?: be)?(?: an?)? ?(?:recogni[sz]ed|defined|supported|known|"
                        + "valid|callable|enabled|allowed|permitted|one of|" + ABSENT
                        + ")|functions?\\b[^\\n]{0,120}?(?:not|n't)(?: be)? (?:" + ABSENT + "))",
                "(?:the )?action\\b[^\\n]{0,120}?(?:not|n't) exist",
                // x is not a valid tool, try one of [y].
                "[^\\n]{0,120}?(?:\\bnot|n't) an? (?:valid|known|registered|available|recogni[sz]ed|existing) (?:tool|function)\\b",
                "model tried to call (?:an? )?un",
                // Invalid arguments for tool x. f() missing 1 required positional argument. 2 validation errors.
                "(?:[\\w. ]{1,80}\\(\\) )?(?:invalid|missing|wrong|bad|malformed|unexpected|unknown|incorrect|got an unexpected|takes)\\b[^\\n]{0,40}?"
                        + "\\b(?:arguments?|parameters?|params|kwargs|keywords?|tool (?:call|input)|function call|json input)\\b",
                "(?:found )?\\d* ?validation errors?\\b",
                "(?:input |argument |tool )*(?:validation|schema validation) (?:error|failed)",
                "(?:the )?(?:tool |function |call )*(?:arguments?|parameters?)\\b[^\\n]{0,60}?(?:invalid|not valid|must|could not|cannot|required|"
                        + "missing|not a)",
                "(?:failed|unable|could not|cannot|can't|couldn't)(?: to)? (?:be )?(?:parse|decode|validate|find|locate|resolve|load)\\b[^\\n]{0,40}?"
                        + "\\b(?:arguments?|parameters?|tool|function)\\b",
                "expected the arguments as",
                "[^\\n]{0,300}?the arguments of [\\w. ]{1,80} are: \\{",
                // The tool call was rejected. Not done, because the episode is over.
                "(?:the )?(?:user )?(?:tool|function)\\b[^\\n]{0,60}?\\b(?:was|been|were) (?:not executed|rejected|denied|cancell?ed|skipped|blocked)",
                "not done, because the episode is over");

        private static List<Pattern> reports(String... sentences) {
            return Arrays.stream(sentences)
                    .map(sentence -> Pattern.compile(LABELS + sentence, Pattern.CASE_INSENSITIVE))
                    .toList();
        }

        static boolean isReport(Message message) {
            String text = message.text();
            if (NOTHING.matcher(text).matches()) {
                return message.content().stream().allMatch(Text.class::isInstance);
            }
            // A name such as ToolNotFoundError or tool_not_found is a sentence, too.
            String start =
                    text.substring(0, Math.min(READ, text.length())).replaceAll("(?<=\\p{Ll})(?=\\p{Lu})|[_-]", " ");
            if (text.length() > READ && !LABELLED.matcher(start).lookingAt()) {
                return false;
            }
            return REPORTS.stream().anyMatch(report -> report.matcher(start).lookingAt());
        }
    }
}
