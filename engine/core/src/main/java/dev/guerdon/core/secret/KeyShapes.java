package dev.guerdon.core.secret;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.UnaryOperator;

/**
 * Hides what has the shape of a key: the prefixes that providers give theirs, JSON Web Tokens, credentials of HTTP and of addresses,
 * private keys, and values after names such as {@code api_key}.
 *
 * <p>Reads the text once from left to right. What it looks at around a place is bounded, but for a key that it then hides as a whole:
 * no text makes it slow, which regular expressions with as many alternatives could not promise.
 */
final class KeyShapes {

    private static final int MAX_PASSES = 10;
    private static final int MIN_LENGTH = 6;
    private static final int AWS_LENGTH = 16;
    private static final int MAX_USER = 1_000;
    private static final int MAX_CLAIMS = 16_000;
    private static final int MIN_PART = 8;
    private static final int MAX_WORD = 16;
    private static final int MAX_NAME = 20;
    private static final int MAX_LOOK = 200;

    private final String text;
    private int from;
    private int to;

    private KeyShapes(String text) {
        this.text = text;
    }

    /**
     * Returns the text with every key replaced; the same object if there is none.
     *
     * @param known keys that are replaced, too, whatever they look like
     * @param mark gives what stands where a key was
     */
    static String hide(String text, KnownKeys known, UnaryOperator<String> mark) {
        TextSpans spans = new TextSpans();
        known.find(text, spans);
        new KeyShapes(text).find(spans);
        String clean = spans.replaced(text, mark);
        // Text next to a hidden key can look like a key only then.
        String before = text;
        for (int i = 0; i < MAX_PASSES && !clean.equals(before); i++) {
            before = clean;
            TextSpans more = new TextSpans();
            new KeyShapes(before).find(more);
            clean = more.replaced(before, mark);
        }
        return clean;
    }

    private void find(TextSpans spans) {
        for (int i = 0; text.length() >= MIN_LENGTH && i < text.length(); i++) {
            if (found(i)) {
                spans.add(from, to);
                i = to - 1;
            }
        }
    }

    /** Returns whether a secret, from {@link #from} to {@link #to}, is known by what stands at this place. */
    private boolean found(int at) {
        char c = text.charAt(at);
        if (isLetter(c)) {
            return begins(at) && foundWord(at, c);
        }
        return switch (c) {
            case ':' -> foundUser(at) || foundNamed(at);
            case '=' -> foundNamed(at);
            case '-' -> foundPrivateKey(at);
            default -> false;
        };
    }

    /** Returns whether a word can begin here: after nothing that belongs to one, or after an escape of JSON or of an address. */
    private boolean begins(int at) {
        if (at == 0 || !isAlphanumeric(text.charAt(at - 1))) {
            return true;
        }
        boolean escaped = at >= 2 && text.charAt(at - 2) == '\\' && "nrtbf".indexOf(text.charAt(at - 1)) >= 0;
        return escaped || (at >= 3 && text.charAt(at - 3) == '%');
    }

    private boolean foundWord(int at, char first) {
        for (KeyPrefixes.Prefix prefix : KeyPrefixes.beginningWith(first)) {
            if (text.startsWith(prefix.text(), at) && foundRun(at, prefix)) {
                return true;
            }
        }
        return switch (first) {
            case 's', 'p', 'r' -> text.startsWith("k-", at + 1) && foundSecretKey(at);
            case 'A' -> (text.startsWith("AKIA", at) || text.startsWith("ASIA", at)) && foundAws(at);
            case 'e' -> text.startsWith("eyJ", at) && foundWebToken(at);
            case 'B', 'b' -> foundHeader(at);
            default -> false;
        };
    }

    private boolean foundRun(int at, KeyPrefixes.Prefix prefix) {
        int begin = at + prefix.text().length();
        int end = run(begin, prefix.alphabet());
        boolean word = end - begin < MAX_NAME && !isOdd(begin, end);
        return !word && end - begin >= prefix.least() && span(at, end);
    }

    /** {@code sk-...}: told from words such as {@code sk-learn} by a part that no word has. */
    private boolean foundSecretKey(int at) {
        int begin = at + 3;
        int end = begin;
        int part = 0;
        boolean digits = false;
        boolean any = false;
        boolean odd = false;
        for (; end < text.length() && KeyPrefixes.STARRED.has(text.charAt(end)); end++) {
            char c = text.charAt(end);
            boolean separator = c == '-' || c == '_';
            part = separator ? 0 : part + 1;
            digits = !separator && (digits || isDigit(c) || c == '*');
            any |= digits;
            odd |= (part >= MIN_PART && digits) || part >= MAX_WORD;
            if (!odd && end - begin > MAX_LOOK) {
                return false;
            }
        }
        return (odd || (any && end - begin >= 2 * MAX_WORD)) && end - begin >= MIN_PART && span(at, end);
    }

    private boolean foundAws(int at) {
        int end = at + 4;
        while (end < text.length() && (isDigit(text.charAt(end)) || isUpper(text.charAt(end)))) {
            if (++end - at > 4 + AWS_LENGTH) {
                return false;
            }
        }
        boolean over = end == text.length() || !KeyPrefixes.WORD.has(text.charAt(end));
        return over && end - at == 4 + AWS_LENGTH && span(at, end);
    }

    /** Three parts with dots between them, of which the first begins an object. */
    private boolean foundWebToken(int at) {
        int head = at;
        while (head - at < MAX_USER && head < text.length() && KeyPrefixes.DASHED.has(text.charAt(head))) {
            head++;
        }
        if (head - at < 10 || !is(head, '.')) {
            return false;
        }
        int body = head + 1;
        while (body - head < MAX_CLAIMS && body < text.length() && KeyPrefixes.DASHED.has(text.charAt(body))) {
            body++;
        }
        return body - head > 8 && is(body, '.') && span(at, run(body + 1, KeyPrefixes.DASHED));
    }

    /** {@code Bearer ...} and {@code Basic ...}; both are also words. */
    private boolean foundHeader(int at) {
        if (text.regionMatches(true, at, "bearer", 0, 6)) {
            int begin = blanks(at + 6);
            int end = begin == at + 6 ? begin : run(begin, KeyPrefixes.HEADER);
            return end - begin >= MIN_PART && (isOdd(begin, end) || end - begin >= 24) && span(at, end);
        }
        if (text.regionMatches(true, at, "basic", 0, 5)) {
            int begin = blanks(at + 5);
            int end = begin == at + 5 ? begin : run(begin, KeyPrefixes.BASE64);
            return end - begin >= 4 && end - begin <= MAX_USER && isUserAndPassword(begin, end) && span(at, end);
        }
        return false;
    }

    /** Returns whether this is no word: a digit, an underscore, or a capital after a small letter. */
    private boolean isOdd(int begin, int end) {
        for (int i = begin; i < Math.min(end, begin + MAX_LOOK); i++) {
            char c = text.charAt(i);
            if (isDigit(c) || c == '_' || c == '=' || (i > begin && isUpper(c) && !isUpper(text.charAt(i - 1)))) {
                return true;
            }
        }
        return false;
    }

    private boolean isUserAndPassword(int begin, int end) {
        try {
            String pair = new String(Base64.getDecoder().decode(text.substring(begin, end)), StandardCharsets.UTF_8);
            return pair.indexOf(':') >= 0 && pair.chars().noneMatch(Character::isISOControl);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns what stands between {@code ://} and {@code @}. */
    private boolean foundUser(int at) {
        if (!text.startsWith("://", at)) {
            return false;
        }
        int begin = at + 3;
        int most = Math.min(text.length(), begin + MAX_USER);
        for (int i = begin; i < most; i++) {
            char c = text.charAt(i);
            if (c == '@') {
                return i > begin && span(begin, i);
            }
            if (c <= ' ' || "/?#\"'<>\\".indexOf(c) >= 0) {
                return false;
            }
        }
        return false;
    }

    /** Returns a value after the name of a secret and {@code =} or a colon. */
    private boolean foundNamed(int at) {
        NamedSecret value = NamedSecret.at(text, at);
        return value != null && span(value.from(), value.to());
    }

    private boolean foundPrivateKey(int at) {
        int end = PrivateKeyBlock.end(text, at);
        return end > at && span(at, end);
    }

    private boolean span(int begin, int end) {
        from = begin;
        to = end;
        return true;
    }

    private boolean is(int at, char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private int run(int begin, KeyPrefixes.Alphabet alphabet) {
        int end = begin;
        while (end < text.length() && alphabet.has(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int blanks(int begin) {
        int end = begin;
        while (end < text.length() && end - begin < 8 && Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return end;
    }

    static boolean isAlphanumeric(char c) {
        return isLetter(c) || isDigit(c);
    }

    private static boolean isLetter(char c) {
        return isUpper(c) || (c >= 'a' && c <= 'z');
    }

    static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Finds the end of a private key in PEM form, with real line breaks or those of a JSON string. */
    private static final class PrivateKeyBlock {

        private static final String BEGIN = "-----BEGIN ";
        private static final String END = "-----END ";
        private static final int MAX_LABEL = 60;

        private PrivateKeyBlock() {}

        /** Returns where the key that begins here ends; -1 if none begins here. A key without its last line ends with what may belong to it. */
        static int end(String text, int at) {
            if (!text.startsWith(BEGIN, at)) {
                return -1;
            }
            int label = at + BEGIN.length();
            int over = text.indexOf("-----", label);
            if (over < 0
                    || over - label > MAX_LABEL
                    || !text.substring(label, over).contains("PRIVATE KEY")) {
                return -1;
            }
            int end = over + 5;
            while (end < text.length() && !text.startsWith(END, end)) {
                int next = body(text, end);
                if (next == end) {
                    return end;
                }
                end = next;
            }
            int last = text.indexOf("-----", Math.min(text.length(), end + END.length()));
            return last >= 0 && last - end <= MAX_LABEL + END.length() ? last + 5 : end;
        }

        /** Steps over a character of the key, or an escaped line break; never over what may end a JSON string. */
        private static int body(String text, int at) {
            char c = text.charAt(at);
            if (c == '\\') {
                boolean lineBreak = at + 1 < text.length() && "nrt".indexOf(text.charAt(at + 1)) >= 0;
                return lineBreak ? at + 2 : at;
            }
            boolean belongs = KeyShapes.isAlphanumeric(c) || Character.isWhitespace(c) || "+/=:,.-".indexOf(c) >= 0;
            return belongs ? at + 1 : at;
        }
    }
}
