package dev.guerdon.lab.diagnose;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.TurnInfo;
import dev.guerdon.lab.spi.DiagnosisCase;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises by its end that a text was cut, in runs that do not say at how many characters. */
final class CutMarks {

    /** A text that was cut. */
    record Cut(boolean data, String mark) {}

    private static final int END = 200;

    /** A text that is shorter than this and ends with dots was written so. */
    private static final int LIKELY_A_LIMIT = 1500;

    private static final int LEAST_DATA = 200;
    private static final int SHOWN = 60;

    private static final Pattern MARK = Pattern.compile(
            "(?i)[\\[(<{…]\\W{0,5}(?:[\\w ]{0,30}\\b)?truncated\\b[^\\n]{0,120}$"
                    + "|\\b(?:output|content|text|page|result|response|observation) (?:was |has been |is )?(?:truncated|cut|clipped|shortened)\\b[^\\n]{0,80}$"
                    + "|\\b[\\d,.]+ (?:more |further |remaining |other )?(?:characters?|chars|bytes|tokens|lines|rows)(?: (?:more|omitted|remaining|not shown|left out|truncated|skipped))\\W*$"
                    + "|(?:\\.{3}|…|\\+)\\W{0,3}\\d[\\d,. ]*more(?: \\w+)?\\W*$|\\bshowing (?:the )?(?:first )?[\\d,.]+ of [\\d,.]+[^\\n]{0,40}$");

    private CutMarks() {}

    /** Whether what a turn returned was cut. Where the turn has Guerdon's own marks, they count, and this says nothing. */
    static Optional<Cut> in(Turn turn) {
        boolean marked = !DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT).isEmpty()
                || !DiagnosisCase.text(turn, TurnInfo.PAYLOAD).isEmpty();
        String text = turn.observation().strip();
        if (marked || text.isEmpty()) {
            return Optional.empty();
        }
        boolean data = text.startsWith("{") || text.startsWith("[");
        String end = text.substring(Math.max(0, text.length() - END));
        Matcher mark = MARK.matcher(end);
        boolean says = mark.find();
        boolean dots = text.length() >= LIKELY_A_LIMIT && (end.endsWith("…") || end.endsWith("..."));
        boolean open = data && text.length() >= LEAST_DATA && open(text);
        if (!says && !dots && !open) {
            return Optional.empty();
        }
        String shown = says ? mark.group() : end.substring(Math.max(0, end.length() - SHOWN));
        return Optional.of(new Cut(data, shown.strip()));
    }

    /** Whether a JSON text ends before it is closed. */
    static boolean open(String text) {
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
                if (depth == 0) {
                    return false;
                }
            }
        }
        return depth > 0;
    }
}
