package dev.guerdon.core.secret;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A secret that its name gives away, as in {@code api_key=...}, {@code "password": "..."}, {@code ?token=...} or {@code Cookie: ...}.
 *
 * @param from where the value begins
 * @param to where it ends
 */
record NamedSecret(int from, int to) {

    private static final int MAX_NAME = 64;
    private static final int MIN_VALUE = 8;
    private static final int MIN_VALUE_WITH_DIGIT = 6;
    private static final int MAX_LOOK = 200;

    /** Names that are secrets as a parameter of an address or as a variable, if the value looks like one. */
    private static final Set<String> LIKELY = Set.of("key", "token", "auth", "sig", "signature", "secret", "pwd");

    /** Returns the secret whose name ends before the {@code =} or the colon at this place. */
    static @Nullable NamedSecret at(String text, int at) {
        int nameEnd = at;
        while (nameEnd > 0 && at - nameEnd < 3 && "\"'\\ ".indexOf(text.charAt(nameEnd - 1)) >= 0) {
            nameEnd--;
        }
        int nameBegin = nameEnd;
        while (nameBegin > 0 && nameEnd - nameBegin <= MAX_NAME && isOfName(text.charAt(nameBegin - 1))) {
            nameBegin--;
        }
        if (nameEnd - nameBegin < 3 || nameEnd - nameBegin > MAX_NAME) {
            return null;
        }
        nameBegin += escape(text, nameBegin);
        String name = text.substring(nameBegin, nameEnd);
        boolean authorization = name.regionMatches(true, Math.max(0, name.length() - 13), "authorization", 0, 13);
        if (authorization || SecretNames.isCookie(name)) {
            NamedSecret header = header(text, at, authorization);
            if (header != null) {
                return header;
            }
            int rest = text.indexOf(' ', at + 2, Math.min(text.length(), at + MAX_NAME));
            if (rest > 0 && text.startsWith(KnownKeys.HIDDEN, rest + 1)) {
                return null; // the scheme before what is hidden
            }
        }
        boolean certain = SecretNames.ofData(name);
        if (!certain && !isLikely(text, nameBegin, name, text.charAt(at))) {
            return null;
        }
        return value(text, at, certain);
    }

    /** Returns how many characters before a name are the end of an escaped line break or blank, in JSON or in an address. */
    private static int escape(String text, int at) {
        if (at > 0 && text.charAt(at - 1) == '\\' && "nrt".indexOf(text.charAt(at)) >= 0) {
            return 1;
        }
        boolean coded = at > 0
                && text.charAt(at - 1) == '%'
                && Character.digit(text.charAt(at), 16) >= 0
                && Character.digit(text.charAt(at + 1), 16) >= 0;
        return coded ? 2 : 0;
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
        if (begin < text.length() && "${%".indexOf(text.charAt(begin)) >= 0) {
            return null; // the name of a variable, and not its value
        }
        boolean sure = certain && (tight || quoted);
        int end = begin;
        boolean digit = false;
        while (end < text.length() && isOfValue(text.charAt(end), quoted)) {
            digit |= KeyShapes.isDigit(text.charAt(end));
            end++;
            if (!sure && !digit && end - begin > MAX_LOOK) {
                return null;
            }
        }
        if (end - begin < (certain && digit ? MIN_VALUE_WITH_DIGIT : MIN_VALUE)) {
            return null;
        }
        return digit || sure ? new NamedSecret(begin, end) : null;
    }

    /** Returns the rest of a header of HTTP: cookies as {@code name=value}, or what follows the scheme of an authorization. */
    private static @Nullable NamedSecret header(String text, int at, boolean authorization) {
        int begin = at + 1;
        while (begin < text.length() && begin - at < 6 && " \"'\\".indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        int word = begin;
        while (word < text.length() && word - begin < MAX_NAME && isOfToken(text.charAt(word))) {
            word++;
        }
        char next = word < text.length() ? text.charAt(word) : ' ';
        boolean scheme = authorization && next == ' ' && word > begin;
        if (text.charAt(at) != ':' || word == begin || !(scheme || (!authorization && next == '='))) {
            return null;
        }
        int value = scheme ? word + 1 : begin;
        boolean odd = !scheme;
        int end = value;
        for (int first = value; end < text.length() && isOfHeader(text.charAt(end)); end++) {
            char c = text.charAt(end);
            first = first == end && c != ' ' ? end + 1 : first;
            odd |= first > end && (KeyShapes.isDigit(c) || c == '=');
            if (!odd && first <= end) {
                return null; // a sentence, whose first word is a word
            }
        }
        return odd && end - value >= MIN_VALUE_WITH_DIGIT ? new NamedSecret(value, end) : null;
    }

    private static boolean isOfToken(char c) {
        return isOfName(c) || ".!#$&*+^`|~".indexOf(c) >= 0;
    }

    private static boolean isOfHeader(char c) {
        return c >= ' ' && "\"'<>\\".indexOf(c) < 0;
    }

    /** Returns a parameter of an address, or a variable in capitals such as {@code FOO_TOKEN}. */
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
