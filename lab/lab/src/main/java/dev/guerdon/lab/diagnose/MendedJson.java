package dev.guerdon.lab.diagnose;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Reads JSON as a model may write it: with other quotes, bare names, wrong commas, and brackets that do not close. */
final class MendedJson {

    private static final int LONGEST = 5_000;

    private MendedJson() {}

    /** Returns the JSON that a text was meant to be, or empty if it is well-formed or no JSON. */
    static Optional<String> of(String text) {
        int from = text.indexOf('{') < 0
                ? text.indexOf('[')
                : text.indexOf('[') < 0 ? text.indexOf('{') : Math.min(text.indexOf('{'), text.indexOf('['));
        if (from < 0
                || text.length() > LONGEST
                || wellFormed(text.substring(from).strip())) {
            return Optional.empty();
        }
        String mended = closed(text.substring(from)
                .replaceAll("(?<![\\w\"])'([^'\"\\n]*)'(?!\\w)", "\"$1\"")
                .replaceAll("(?<=[\"\\d\\]}])\\s*;", ",")
                .replaceAll("([{,]\\s*)([A-Za-z_]\\w*)\\s*:", "$1\"$2\":")
                .replaceAll("([\\[,]\\s*)(?!true\\b|false\\b|null\\b)([A-Za-z][\\w ]*?)\\s*(?=[,\\]])", "$1\"$2\"")
                .replaceAll("\"(\\s+)\"(?!\\s*:)", "\",$1\"")
                .replaceAll(",(\\s*[}\\]])", "$1"));
        return wellFormed(mended)
                ? Optional.of(JsonCodec.write(JsonCodec.read(mended, "answer").value()))
                : Optional.empty();
    }

    /** Closes what is open at the end, and leaves out what closes too much. */
    private static String closed(String text) {
        Deque<Character> open = new ArrayDeque<>();
        StringBuilder out = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' && (i == 0 || text.charAt(i - 1) != '\\')) {
                quoted = !quoted;
            } else if (!quoted && (c == '{' || c == '[')) {
                open.push(c == '{' ? '}' : ']');
            } else if (!quoted && (c == '}' || c == ']')) {
                if (open.isEmpty() || open.pop() != c) {
                    break;
                }
                if (open.isEmpty()) {
                    return out.append(c).toString();
                }
            }
            out.append(c);
        }
        out.append(quoted ? "\"" : "");
        open.forEach(out::append);
        return out.toString();
    }

    private static boolean wellFormed(String text) {
        try {
            JsonCodec.read(text, "answer");
            return true;
        } catch (GuerdonException notJson) {
            return false;
        }
    }
}
