package dev.guerdon.text.qa;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.cpython.Strings;
import java.util.List;
import java.util.Optional;

/** What the exact-match rewards look for in the form of a response. */
@Internal
public final class QaFormat {

    private static final String OPEN = "<answer>";
    private static final String CLOSE = "</answer>";

    private QaFormat() {}

    /** The trimmed text inside the first pair of answer tags, or the whole text where there is none. */
    public static String answerIn(String response) {
        int open = response.indexOf(OPEN);
        int close = open < 0 ? -1 : response.indexOf(CLOSE, open + OPEN.length());
        return close < 0 ? response : Strings.strip(response.substring(open + OPEN.length(), close));
    }

    public static boolean hasAnswerTags(String response) {
        return response.contains(OPEN) && response.contains(CLOSE);
    }

    /**
     * Whether every assistant turn but the last thinks aloud between tags. Empty turns do not count.
     *
     * @param listsCount whether tags count in content that came as a list of parts; the reference does not see them there
     */
    public static boolean thinks(Trajectory trajectory, boolean listsCount) {
        List<Message> turns =
                trajectory.messages().stream().filter(Message::isAssistant).toList();
        return turns.stream()
                .limit(Math.max(0, turns.size() - 1))
                .filter(turn -> !turn.content().isEmpty() && !(turn.text().isEmpty() && !turn.listed()))
                .allMatch(turn -> (listsCount || !turn.listed())
                        && turn.text().contains("<think>")
                        && turn.text().contains("</think>"));
    }

    /** The answer that the last message gives as a tool call, or as the result of one. */
    public static Optional<String> answerOfLastCall(Trajectory trajectory) {
        List<Message> messages = trajectory.messages();
        if (messages.isEmpty()) {
            return Optional.empty();
        }
        Message last = messages.getLast();
        if (last.isTool()) {
            return last.firstText();
        }
        if (!last.isAssistant() || last.toolCalls().isEmpty()) {
            return Optional.empty();
        }
        ToolCall call = last.toolCalls().getFirst();
        return call.argumentsText().isEmpty()
                ? Optional.ofNullable(call.arguments().get("answer")).map(String::valueOf)
                : Optional.of(call.argumentsText());
    }
}
