package dev.guerdon.core.secret;

import dev.guerdon.api.Internal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are found by their values, however a text writes them: plain, escaped as in JSON, a shell, an address or HTML, in base64 at
 * any place of a longer text, or in hexadecimal digits.
 *
 * <p>Reads the text once, and looks closer only where a key can begin: the time follows the length of the text. Immutable.
 */
@Internal
public final class KnownKeys {

    /** Text that stands where a secret was. */
    public static final String HIDDEN = "***";

    /** No keys. */
    public static final KnownKeys NONE = new KnownKeys(Set.of());

    private enum Form {
        TEXT,
        BASE64,
        HEX
    }

    /**
     * Pattern that a text is searched for.
     *
     * @param before how many characters before it have bits of the key, too
     * @param after how many after it
     */
    private record Pattern(String text, Form form, int before, int after) {}

    private record Found(int from, int to) {}

    private final Set<String> keys;
    private final List<List<Pattern>> byFirst = new ArrayList<>();
    private final List<Pattern> beyondAscii;

    private KnownKeys(Set<String> keys) {
        this.keys = keys;
        List<Pattern> all = new ArrayList<>();
        for (String key : keys) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            all.add(new Pattern(key, Form.TEXT, 0, 0));
            all.add(new Pattern(HexFormat.of().formatHex(bytes), Form.HEX, 0, 0));
            for (int offset = 0; offset < 3; offset++) {
                all.add(base64(bytes, offset));
            }
        }
        // If one key is the beginning of another, the longer one is hidden whole.
        all.sort(Comparator.comparingInt((Pattern each) -> each.text().length()).reversed());
        for (char c = 0; c < 128; c++) {
            char first = c;
            byFirst.add(all.stream()
                    .filter(each -> equal(each.form(), each.text().charAt(0), first))
                    .toList());
        }
        beyondAscii = all.stream().filter(each -> each.text().charAt(0) >= 128).toList();
    }

    /** Returns the characters of base64 that the key alone decides, if it begins so many bytes after a group of three. */
    private static Pattern base64(byte[] key, int offset) {
        byte[] shifted = new byte[offset + key.length];
        System.arraycopy(key, 0, shifted, offset, key.length);
        String coded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
        int begin = (offset * 8 + 5) / 6;
        int end = shifted.length * 8 / 6;
        return new Pattern(
                coded.substring(begin, end), Form.BASE64, offset == 0 ? 0 : 1, shifted.length % 3 == 0 ? 0 : 1);
    }

    /** These keys and further ones. */
    public KnownKeys with(Collection<String> further) {
        Set<String> all = new TreeSet<>(keys);
        return all.addAll(further) ? new KnownKeys(all) : this;
    }

    /** Returns the text with every key replaced; the same object if there is none. */
    public String hide(String text, UnaryOperator<String> mark) {
        TextSpans spans = new TextSpans();
        find(text, spans);
        return spans.replaced(text, mark);
    }

    /** Returns the text with every key replaced, these and all others with the shape of one; the same object if there is none. */
    public String hideShapes(String text, UnaryOperator<String> mark) {
        return KeyShapes.hide(text, this, mark);
    }

    void find(String text, TextSpans spans) {
        for (int i = 0; !keys.isEmpty() && i < text.length(); i++) {
            Found found = found(text, i);
            if (found != null) {
                spans.add(found.from(), found.to());
                i = found.to() - 1;
            }
        }
    }

    private @Nullable Found found(String text, int at) {
        char c = text.charAt(at);
        Found found = among(beginningWith(c), text, at);
        if (found != null || !TextEscapes.canBegin(c)) {
            return found;
        }
        for (long escaped : new long[] {TextEscapes.read(text, at), TextEscapes.readTwice(text, at)}) {
            if (found == null && escaped != TextEscapes.NONE) {
                found = among(beginningWith(TextEscapes.character(escaped)), text, at);
            }
        }
        return found;
    }

    private List<Pattern> beginningWith(char c) {
        return c < 128 ? byFirst.get(c) : beyondAscii;
    }

    private static @Nullable Found among(List<Pattern> patterns, String text, int at) {
        for (int i = 0; i < patterns.size(); i++) {
            Pattern pattern = patterns.get(i);
            int end = end(pattern, text, at, true);
            if (end < 0) {
                end = end(pattern, text, at, false); // a key with escapes in it, as it is
            }
            if (end >= 0) {
                return new Found(
                        Math.max(0, at - pattern.before()),
                        end < text.length() && isBase64(text.charAt(end)) ? end + pattern.after() : end);
            }
        }
        return null;
    }

    /** Returns where a pattern that begins at a place ends, or -1. */
    private static int end(Pattern pattern, String text, int from, boolean escapes) {
        int at = from;
        for (int i = 0; i < pattern.text().length(); i++) {
            if (pattern.form() == Form.BASE64 && i > 0) {
                at = lineBreak(text, at);
            }
            if (at >= text.length()) {
                return -1;
            }
            char wanted = pattern.text().charAt(i);
            char c = text.charAt(at);
            if (escapes && TextEscapes.canBegin(c)) {
                long read = escape(text, at, wanted);
                if (read != TextEscapes.NONE) {
                    at = TextEscapes.end(read);
                    continue;
                }
            }
            if (!equal(pattern.form(), wanted, c)) {
                return -1;
            }
            at++;
        }
        return at;
    }

    private static long escape(String text, int at, char wanted) {
        long twice = TextEscapes.readTwice(text, at);
        if (twice != TextEscapes.NONE && TextEscapes.character(twice) == wanted) {
            return twice;
        }
        long once = TextEscapes.read(text, at);
        return once != TextEscapes.NONE && TextEscapes.character(once) == wanted ? once : TextEscapes.NONE;
    }

    /** Base64 is broken into lines in mails and certificates. */
    private static int lineBreak(String text, int at) {
        int next = at;
        while (next < text.length() && next - at < 4 && "\r\n".indexOf(text.charAt(next)) >= 0) {
            next++;
        }
        return text.startsWith("\\n", next) ? next + 2 : next;
    }

    private static boolean equal(Form form, char wanted, char c) {
        return switch (form) {
            case TEXT -> wanted == c;
            case HEX -> wanted == c || (c >= 'A' && c <= 'F' && wanted == c + ('a' - 'A'));
            case BASE64 -> wanted == c || (wanted == '+' && c == '-') || (wanted == '/' && c == '_');
        };
    }

    private static boolean isBase64(char c) {
        return KeyShapes.isAlphanumeric(c) || "+/-_".indexOf(c) >= 0;
    }
}
