package dev.guerdon.agent.loop;

import java.util.Optional;

/** Finds a JSON object in a text that a model wrote around it, such as in a code fence or before an explanation. */
final class JsonSpan {

    private JsonSpan() {}

    /** The text from the first opening brace to the one that closes it. */
    static Optional<String> firstObject(String text) {
        int from = text.indexOf('{');
        if (from < 0) {
            return Optional.empty();
        }
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return Optional.of(text.substring(from, i + 1));
            }
        }
        return Optional.empty();
    }
}
