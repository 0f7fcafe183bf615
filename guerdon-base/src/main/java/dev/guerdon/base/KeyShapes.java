package dev.guerdon.base;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Hides what has the shape of a key: the prefixes that providers give theirs, JSON Web Tokens, credentials of HTTP and of addresses,
 * private keys, and values behind names such as {@code api_key}.
 *
 * <p>Reads the text once from left to right. What it looks at around a place is bounded, but for a key that it then hides as a whole:
 * no text makes it slow, which regular expressions with as many alternatives could not promise.
 */
final class KeyShapes {

    /** Letters, digits, and those further characters that a kind of key may have. */
    private record Alphabet(String further) {
        boolean has(char c) {
            return isAlphanumeric(c) || further.indexOf(c) >= 0;
        }
    }

    private static final Alphabet PLAIN = new Alphabet("");
    private static final Alphabet WORD = new Alphabet("_");
    private static final Alphabet DASHED = new Alphabet("_-");
    private static final Alphabet STARRED = new Alphabet("_-*");
    private static final Alphabet DOTTED = new Alphabet("_-.");
    private static final Alphabet HEADER = new Alphabet("._~+/=-");
    private static final Alphabet BASE64 = new Alphabet("+/=");

    /** A key that is known by its beginning, with how many characters must follow. */
    private record Prefix(String text, Alphabet alphabet, int least) {}

    private static final List<Prefix> PREFIXES = List.of(
            new Prefix("ghp_", PLAIN, 20),
            new Prefix("gho_", PLAIN, 20),
            new Prefix("ghu_", PLAIN, 20),
            new Prefix("ghs_", PLAIN, 20),
            new Prefix("ghr_", PLAIN, 20),
            new Prefix("github_pat_", WORD, 20),
            new Prefix("glpat-", DASHED, 16),
            new Prefix("xoxa-", DASHED, 10),
            new Prefix("xoxb-", DASHED, 10),
            new Prefix("xoxe-", DASHED, 10),
            new Prefix("xoxo-", DASHED, 10),
            new Prefix("xoxp-", DASHED, 10),
            new Prefix("xoxr-", DASHED, 10),
            new Prefix("xoxs-", DASHED, 10),
            new Prefix("xapp-", DASHED, 20),
            new Prefix("hf_", PLAIN, 30),
            new Prefix("AIza", DASHED, 30),
            new Prefix("ya29.", DASHED, 20),
            new Prefix("npm_", PLAIN, 30),
            new Prefix("pypi-", DASHED, 50),
            new Prefix("gsk_", PLAIN, 30),
            new Prefix("xai-", PLAIN, 30),
            new Prefix("nvapi-", DASHED, 30),
            new Prefix("SG.", DOTTED, 40),
            new Prefix("sk_live_", PLAIN, 10),
            new Prefix("sk_test_", PLAIN, 10),
            new Prefix("pk_live_", PLAIN, 10),
            new Prefix("pk_test_", PLAIN, 10),
            new Prefix("rk_live_", PLAIN, 10),
            new Prefix("rk_test_", PLAIN, 10),
            new Prefix("whsec_", PLAIN, 20));

    /** The prefixes by their first character. */
    private static final List<List<Prefix>> BY_FIRST = byFirst();

    private static final int MOST_PASSES = 10;
    private static final int AWS_LENGTH = 16;
    private static final int LONGEST_USER = 1_000;
    private static final int LONGEST_CLAIMS = 16_000;
    private static final int SHORTEST_PART = 8;
    private static final int LONGEST_WORD = 16;
    private static final int LONGEST_LOOK = 200;

    private final String text;
    private int from;
    private int to;

    private KeyShapes(String text) {
        this.text = text;
    }

    private static List<List<Prefix>> byFirst() {
        List<List<Prefix>> table = new ArrayList<>();
        for (char c = 0; c <= 'z'; c++) {
            char first = c;
            table.add(PREFIXES.stream()
                    .filter(prefix -> prefix.text().charAt(0) == first)
                    .toList());
        }
        return table;
    }

    /** The text with every key replaced; the same object where there is none. */
    static String hide(String text) {
        if (text.length() < 6) {
            return text;
        }
        String before = text;
        String clean = new KeyShapes(text).hidden();
        // What stands beside a hidden key can look like one only then.
        for (int i = 0; i < MOST_PASSES && !clean.equals(before); i++) {
            before = clean;
            clean = new KeyShapes(before).hidden();
        }
        return clean;
    }

    private String hidden() {
        StringBuilder out = null;
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            if (!found(i)) {
                continue;
            }
            if (out == null) {
                out = new StringBuilder(text.length());
            }
            out.append(text, copied, from).append(Secrets.HIDDEN);
            copied = to;
            i = to - 1;
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
    }

    /** Whether a secret, from {@link #from} to {@link #to}, is known by what stands at this place. */
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

    /** Whether a word can begin here: after nothing that belongs to one, or after an escape of JSON or of an address. */
    private boolean begins(int at) {
        if (at == 0 || !isAlphanumeric(text.charAt(at - 1))) {
            return true;
        }
        boolean escaped = at >= 2 && text.charAt(at - 2) == '\\' && "nrtbf".indexOf(text.charAt(at - 1)) >= 0;
        return escaped || (at >= 3 && text.charAt(at - 3) == '%');
    }

    private boolean foundWord(int at, char first) {
        for (Prefix prefix : BY_FIRST.get(first)) {
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

    private boolean foundRun(int at, Prefix prefix) {
        int begin = at + prefix.text().length();
        int end = run(begin, prefix.alphabet());
        return end - begin >= prefix.least() && span(at, end);
    }

    /** {@code sk-...}: told from words such as {@code sk-learn} by a part that no word has. */
    private boolean foundSecretKey(int at) {
        int begin = at + 3;
        int end = begin;
        int part = 0;
        boolean digits = false;
        boolean any = false;
        boolean odd = false;
        for (; end < text.length() && STARRED.has(text.charAt(end)); end++) {
            char c = text.charAt(end);
            boolean separator = c == '-' || c == '_';
            part = separator ? 0 : part + 1;
            digits = !separator && (digits || isDigit(c) || c == '*');
            any |= digits;
            odd |= (part >= SHORTEST_PART && digits) || part >= LONGEST_WORD;
            if (!odd && end - begin > LONGEST_LOOK) {
                return false;
            }
        }
        return (odd || (any && end - begin >= 2 * LONGEST_WORD)) && end - begin >= SHORTEST_PART && span(at, end);
    }

    private boolean foundAws(int at) {
        int end = at + 4;
        while (end < text.length() && (isDigit(text.charAt(end)) || isUpper(text.charAt(end)))) {
            if (++end - at > 4 + AWS_LENGTH) {
                return false;
            }
        }
        boolean over = end == text.length() || !WORD.has(text.charAt(end));
        return over && end - at == 4 + AWS_LENGTH && span(at, end);
    }

    /** Three parts with dots between them, of which the first begins an object. */
    private boolean foundWebToken(int at) {
        int head = at;
        while (head - at < LONGEST_USER && head < text.length() && DASHED.has(text.charAt(head))) {
            head++;
        }
        if (head - at < 10 || !is(head, '.')) {
            return false;
        }
        int body = head + 1;
        while (body - head < LONGEST_CLAIMS && body < text.length() && DASHED.has(text.charAt(body))) {
            body++;
        }
        return body - head > 8 && is(body, '.') && span(at, run(body + 1, DASHED));
    }

    /** {@code Bearer ...} and {@code Basic ...}; both are also words. */
    private boolean foundHeader(int at) {
        if (text.regionMatches(true, at, "bearer", 0, 6)) {
            int begin = blanks(at + 6);
            int end = begin == at + 6 ? begin : run(begin, HEADER);
            return end - begin >= SHORTEST_PART && (isOdd(begin, end) || end - begin >= 24) && span(at, end);
        }
        if (text.regionMatches(true, at, "basic", 0, 5)) {
            int begin = blanks(at + 5);
            int end = begin == at + 5 ? begin : run(begin, BASE64);
            return end - begin >= 4 && end - begin <= LONGEST_USER && isUserAndPassword(begin, end) && span(at, end);
        }
        return false;
    }

    /** Whether this is no word: a digit, an underscore, or a capital after a small letter. */
    private boolean isOdd(int begin, int end) {
        for (int i = begin; i < Math.min(end, begin + LONGEST_LOOK); i++) {
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

    /** What stands between {@code ://} and {@code @}. */
    private boolean foundUser(int at) {
        if (!text.startsWith("://", at)) {
            return false;
        }
        int begin = at + 3;
        int most = Math.min(text.length(), begin + LONGEST_USER);
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

    /** A value after the name of a secret and {@code =} or a colon. */
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

    private int run(int begin, Alphabet alphabet) {
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
}
