package dev.guerdon.base;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A secret that its name gives away, as in {@code api_key=...}, {@code "password": "..."} or {@code ?token=...}.
 *
 * @param from where the value begins
 * @param to where it ends
 */
record NamedSecret(int from, int to) {

    private static final int LONGEST_NAME = 64;
    private static final int SHORTEST_VALUE = 8;
    private static final int LONGEST_LOOK = 200;

    /** Names that are secrets as a parameter of an address or as a variable, if the value looks like one. */
    private static final Set<String> LIKELY = Set.of("key", "token", "auth", "sig", "signature", "secret", "pwd");

    /** The secret whose name ends before the {@code =} or the colon at this place. */
    static @Nullable NamedSecret at(String text, int at) {
        int nameEnd = at;
        while (nameEnd > 0 && at - nameEnd < 3 && "\"'\\ ".indexOf(text.charAt(nameEnd - 1)) >= 0) {
            nameEnd--;
        }
        int nameBegin = nameEnd;
        while (nameBegin > 0 && nameEnd - nameBegin <= LONGEST_NAME && isOfName(text.charAt(nameBegin - 1))) {
            nameBegin--;
        }
        if (nameEnd - nameBegin < 3 || nameEnd - nameBegin > LONGEST_NAME) {
            return null;
        }
        String name = text.substring(nameBegin, nameEnd);
        boolean certain = SecretNames.ofData(name);
        if (!certain && !isLikely(text, nameBegin, name, text.charAt(at))) {
            return null;
        }
        return value(text, at, certain);
    }

    private static @Nullable NamedSecret value(String text, int at, boolean certain) {
        int begin = at + 1;
        while (begin < text.length() && begin - at < 4 && text.charAt(begin) == ' ') {
            begin++;
        }
        // Prose has colons ("Password: required"), programs have "password = readPassword()".
        boolean tight = text.charAt(at) == '=' && begin == at + 1;
        if (text.startsWith("\\\"", begin)) {
            begin++;
        }
        boolean quoted = begin < text.length() && "\"'".indexOf(text.charAt(begin)) >= 0;
        if (quoted) {
            begin++;
        }
        boolean sure = certain && (tight || quoted);
        int end = begin;
        boolean digit = false;
        while (end < text.length() && isOfValue(text.charAt(end), quoted)) {
            digit |= KeyShapes.isDigit(text.charAt(end));
            end++;
            if (!sure && !digit && end - begin > LONGEST_LOOK) {
                return null;
            }
        }
        if (end - begin < SHORTEST_VALUE) {
            return null;
        }
        return digit || sure ? new NamedSecret(begin, end) : null;
    }

    /** A parameter of an address, or a variable in capitals such as {@code FOO_TOKEN}. */
    private static boolean isLikely(String text, int begin, String name, char separator) {
        if (separator != '=') {
            return false;
        }
        boolean parameter = begin > 0 && "?&".indexOf(text.charAt(begin - 1)) >= 0;
        if (parameter) {
            return LIKELY.contains(name.toLowerCase(Locale.ROOT));
        }
        return name.equals(name.toUpperCase(Locale.ROOT)) && SecretNames.ofVariable(name);
    }

    private static boolean isOfName(char c) {
        return KeyShapes.isAlphanumeric(c) || c == '_' || c == '-';
    }

    private static boolean isOfValue(char c, boolean quoted) {
        return c > ' ' && "\"'<>\\".indexOf(c) < 0 && (quoted || "&,;(){}[]".indexOf(c) < 0);
    }
}
