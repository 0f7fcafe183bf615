package dev.guerdon.rewards;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.AnswerStatement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks for what an agent was to tell its user in the messages that it sent. */
final class SentMessages {

    private SentMessages() {}

    /** tau-bench's search: in lower case, the messages without their commas, anywhere within words and numbers. */
    static Map<String, Object> anywhere(List<String> outputs, List<String> messages) {
        List<String> texts = messages.stream()
                .map(message -> PythonStrings.lower(message).replace(",", ""))
                .toList();
        Map<String, Object> found = new LinkedHashMap<>();
        for (String output : outputs) {
            String wanted = PythonStrings.lower(output);
            found.put(output, texts.stream().anyMatch(text -> text.contains(wanted)));
        }
        return found;
    }

    /** Returns the search of {@code tau_reward}: commas within numbers are gone on both sides, and a word or number is found whole. */
    static Map<String, Object> whole(List<String> outputs, List<String> messages) {
        List<String> texts = messages.stream()
                .map(AnswerStatement::spoken)
                .map(SentMessages::standard)
                .toList();
        Map<String, Object> found = new LinkedHashMap<>();
        for (String output : outputs) {
            String wanted = standard(output).strip();
            found.put(output, texts.stream().anyMatch(text -> hasWhole(text, wanted)));
        }
        return found;
    }

    private static String standard(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            boolean inNumber = text.charAt(i) == ','
                    && i > 0
                    && isDigit(text.charAt(i - 1))
                    && i + 3 < text.length()
                    && isDigit(text.charAt(i + 1))
                    && isDigit(text.charAt(i + 2))
                    && isDigit(text.charAt(i + 3))
                    && !(i + 4 < text.length() && isDigit(text.charAt(i + 4)));
            if (!inNumber) {
                kept.append(text.charAt(i));
            }
        }
        return PythonStrings.lower(kept.toString());
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean hasWhole(String text, String wanted) {
        // The last place counts: what was said before may have been corrected.
        for (int at = text.lastIndexOf(wanted); at >= 0 && !wanted.isEmpty(); at = text.lastIndexOf(wanted, at - 1)) {
            int end = at + wanted.length();
            if (!continues(text, at, -1, wanted) && !continues(text, end, 1, wanted)) {
                return AnswerStatement.refusal(text, at, end).isEmpty();
            }
        }
        return false;
    }

    /** Returns whether a word or number goes on beyond an edge of what was found. */
    private static boolean continues(String text, int edge, int direction, String wanted) {
        int inside = direction < 0 ? wanted.codePointAt(0) : wanted.codePointBefore(wanted.length());
        boolean atEnd = direction < 0 ? edge == 0 : edge == text.length();
        if (atEnd) {
            return false;
        }
        int outside = direction < 0 ? text.codePointBefore(edge) : text.codePointAt(edge);
        if (PythonStrings.isWord(inside) && PythonStrings.isWord(outside)) {
            return true;
        }
        // A number also goes on over its point: 54 is not in 54.99, nor 99; and -5 is not 5.
        boolean digit = inside >= '0' && inside <= '9';
        if (!digit) {
            return false;
        }
        int beyond = edge + direction * 2;
        boolean more = direction < 0
                ? edge >= 2 && isDigit(text.charAt(edge - 2))
                : beyond <= text.length() && edge + 1 < text.length() && isDigit(text.charAt(edge + 1));
        if (outside == '.' && more) {
            return !(direction > 0 && onlyZeros(text, edge + 1) && wanted.indexOf('.') < 0);
        }
        boolean negative =
                direction < 0 && outside == '-' && (edge == 1 || !PythonStrings.isWord(text.codePointBefore(edge - 1)));
        return negative;
    }

    /** Returns whether a number's decimals are zeros only, as in 1200.00. */
    private static boolean onlyZeros(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == '0') {
            at++;
        }
        return at == text.length() || !isDigit(text.charAt(at));
    }
}
