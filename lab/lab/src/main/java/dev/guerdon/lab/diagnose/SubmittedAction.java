package dev.guerdon.lab.diagnose;

import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** Recognises an action or a tool call that nobody read as one, so that it was taken for the answer. */
final class SubmittedAction {

    private static final int LONGEST = 2_000;

    private static final String NAMES =
            "(?:click|dblclick|goto|go_to|go_back|go_forward|fill|type|scroll|press|hover|focus|clear|select_option|noop|wait|drag_and_drop|upload_file"
                    + "|(?:web_)?search|fetch(?:_\\w+)?|open(?:_\\w+)?|visit|navigate(?:_\\w+)?|browse(?:_\\w+)?|get_\\w+|read_\\w+|call_\\w+|lookup|finish|submit"
                    + "|send_msg_to_user|report_infeasible|new_tab|tab_\\w+|keyboard_\\w+|mouse_\\w+|execute|python|bash|run)";
    private static final Pattern CALL = Pattern.compile("(?is)" + NAMES + "\\s*(?:\\(.*\\)|\\[.*\\])");
    private static final Pattern FENCED = Pattern.compile("(?is).*```\\w*\\s*" + NAMES + "\\s*\\(.*\\)\\s*(?:```)?");
    private static final Pattern LABELLED = Pattern.compile(
            "(?im)^\\W{0,3}action(?: input)?\\W{0,3}:\\s*\\S|<(?:tool_call|function_call|invoke|action)\\b|\\[TOOL_CALLS\\]");
    private static final Pattern OBJECT = Pattern.compile(
            "(?is)\\{\\s*\"(?:action|tool|tool_name|function)\"\\s*:.*\\}|\\{\\s*\"name\"\\s*:\\s*\"\\w+\"\\s*,\\s*\"(?:arguments|parameters|args|input)\"\\s*:.*\\}");

    private SubmittedAction() {}

    /** Returns whether a text is a call, or names one where an agent would. */
    static boolean isAction(String text) {
        String stripped = text.strip();
        return stripped.length() <= LONGEST
                && (CALL.matcher(stripped).matches()
                        || FENCED.matcher(stripped).matches()
                        || LABELLED.matcher(stripped).find()
                        || OBJECT.matcher(stripped).matches());
    }

    /** Finds an action that was submitted as the answer. */
    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode) {
        String answer = episode.answer();
        if (episode.gold().isBlank() || answer.isBlank() || !isAction(answer) || isAction(episode.gold())) {
            return Optional.empty();
        }
        return Optional.of(Finding.of(rule, 0.93, "An action that was not read as one was taken for the answer.")
                .because(Evidence.overall("submitted " + DisplayFormat.quote(answer)))
                .wouldAtMost(episode));
    }
}
