package dev.guerdon.math.extract;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds what prose announces as its answer. Every method is linear in the length of the response. */
@Internal
public final class ProseAnswer {

    private static final List<String> PHRASES = List.of(
            "final answer is", "answer is", "final answer:", "answer:", "final answer =", "answer =", "the result is");

    /** Words after which the value of a last sentence stands. */
    private static final List<String> LINKS =
            List.of(" is ", " are ", " equals ", " get ", " is: ", ": ", " = ", " be ");

    private static final int TAIL = 20_000;

    private ProseAnswer() {}

    /** Returns what the prose of a response announces, in the order in which readers trust it. */
    public static Optional<String> announced(String whole, Predicate<String> reads) {
        // The answer is where a response ends.
        String response = whole.length() > TAIL ? whole.substring(whole.length() - TAIL) : whole;
        return answerTag(response)
                .or(() -> hashes(response))
                .or(() -> finalAnswer(response))
                .or(() -> bold(response))
                .or(() -> formula(lastOf(response)))
                .or(() -> value(lastOf(response), reads));
    }

    public static Optional<String> answerTag(String response) {
        int end = response.lastIndexOf("</answer>");
        int start = end < 0 ? -1 : response.lastIndexOf("<answer>", end);
        return start < 0 ? Optional.empty() : clean(response.substring(start + "<answer>".length(), end));
    }

    public static Optional<String> hashes(String response) {
        int at = response.lastIndexOf("####");
        return at < 0 ? Optional.empty() : clean(line(response, at + 4));
    }

    public static Optional<String> finalAnswer(String response) {
        String lower = response.toLowerCase(Locale.ROOT);
        if (lower.length() != response.length()) {
            return Optional.empty();
        }
        int best = -1;
        for (String phrase : PHRASES) {
            int at = lower.lastIndexOf(phrase);
            if (at >= 0 && at + phrase.length() > best) {
                best = at + phrase.length();
            }
        }
        return best < 0 ? Optional.empty() : clean(line(response, best));
    }

    public static Optional<String> bold(String response) {
        int end = response.lastIndexOf("**");
        int start = end <= 0 ? -1 : response.lastIndexOf("**", end - 1);
        return start < 0 || end < start + 3 ? Optional.empty() : clean(response.substring(start + 2, end));
    }

    public static Optional<String> lastLine(String response) {
        return clean(lastOf(response));
    }

    private static String lastOf(String response) {
        String text = response.strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    /** The last formula between dollar signs. */
    private static Optional<String> formula(String line) {
        int end = line.lastIndexOf('$');
        while (end > 0 && line.charAt(end - 1) == '$') {
            end--;
        }
        int start = end <= 0 ? -1 : line.lastIndexOf('$', end - 1);
        return start < 0 ? Optional.empty() : clean(line.substring(start + 1, end));
    }

    /** Returns what a last sentence ends with, if it can be read as an answer. */
    private static Optional<String> value(String line, Predicate<String> reads) {
        int best = -1;
        for (String link : LINKS) {
            int at = line.lastIndexOf(link);
            if (at >= 0) {
                best = Math.max(best, at + link.length());
            }
        }
        return best < 0 ? Optional.empty() : clean(line.substring(best)).filter(reads);
    }

    private static String line(String text, int from) {
        int end = text.indexOf('\n', from);
        String rest = text.substring(from, end < 0 ? text.length() : end).strip();
        if (rest.isEmpty() && end >= 0) {
            int next = text.indexOf('\n', end + 1);
            rest = text.substring(end + 1, next < 0 ? text.length() : next).strip();
        }
        return rest;
    }

    /** Without emphasis, a leading colon and a full stop. */
    private static Optional<String> clean(String found) {
        String text = found.strip();
        boolean changed = true;
        while (changed && !text.isEmpty()) {
            changed = false;
            if (text.startsWith(":") || (text.startsWith("**") && !text.startsWith("***"))) {
                text = text.substring(text.startsWith(":") ? 1 : 2).strip();
                changed = true;
            }
            if (text.endsWith("**") || (text.endsWith(".") && !text.endsWith(".m."))) {
                text = text.substring(0, text.length() - (text.endsWith("**") ? 2 : 1))
                        .strip();
                changed = true;
            }
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
