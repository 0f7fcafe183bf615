package dev.guerdon.webshop.nouns;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a title into words as spaCy's English tokenizer does.
 *
 * <p>Chunks between white space lose punctuation at both ends one piece at a time, then split at marks inside; a table of special
 * cases, such as contractions, can come from a model. Time is proportional to the title's length for each piece cut off.
 */
@Internal
public final class TitleTokenizer {

    /** No title is longer; what follows is one word. */
    private static final int MAX_CHUNK = 1_000;

    private static final String LETTER = "\\p{L}";
    private static final String QUOTES = "'\"”“`‘´’‚„»«";
    private static final String UNITS =
            "km[²³]?|m[²³]?|dm[²³]?|cm[²³]?|mm[²³]?|ha|µm|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h"
                    + "|mph|hPa|Pa|mbar|mb|MB|kb|KB|gb|GB|tb|TB|T|G|M|K|%";

    private static final Pattern PREFIX =
            Pattern.compile("^(?:US\\$|C\\$|A\\$|\\.\\.+|\\+(?![0-9])|[§%=—–…,:;!?¿¡()\\[\\]{}<>_#*&$£€¥฿₽₴" + QUOTES
                    + "]|[^\\x00-\\x7f\\p{L}\\p{N}\\p{M}])");
    private static final Pattern SUFFIX = Pattern.compile("(?:'[sS]|’[sS]|\\.\\.+|[…,:;!?¿¡()\\[\\]{}<>_#*&—–" + QUOTES
            + "]|[^\\x00-\\x7f\\p{L}\\p{N}\\p{M}]|(?<=[0-9])\\+|(?<=[0-9])[$£€¥]|(?<=[0-9])(?:" + UNITS
            + ")|(?<=[0-9a-z%²\\-+" + QUOTES + ")\\]}])\\.|(?<=[A-Z][A-Z])\\.)$");
    private static final Pattern INFIX =
            Pattern.compile("\\.\\.+|…|[^\\x00-\\x7f\\p{L}\\p{N}\\p{M}'’]|(?<=[0-9])[+\\-*^](?=[0-9-])"
                    + "|(?<=[\\p{Ll}" + QUOTES + "])\\.(?=[\\p{Lu}" + QUOTES + "])|(?<=" + LETTER + "),(?=" + LETTER
                    + ")|(?<=[\\p{L}0-9])(?:---?|——|[–—~-])(?="
                    + LETTER + ")|(?<=[\\p{L}0-9])[:<>=/](?=" + LETTER + ")");
    private static final Pattern ADDRESS = Pattern.compile("(?:https?://|www\\.).*|[^@]+@[^@]+\\.[^@]+");

    private final Map<String, List<String>> specialCases;

    public TitleTokenizer(Map<String, List<String>> specialCases) {
        this.specialCases = specialCases;
    }

    public List<String> tokens(String title) {
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < title.length()) {
            int end = at;
            boolean space = Strings.isSpace(title.charAt(at));
            while (end < title.length() && Strings.isSpace(title.charAt(end)) == space) {
                end++;
            }
            if (!space) {
                split(title.substring(at, end), tokens);
            } else {
                // One plain space behind a word belongs to it; any more white space is a word of its own.
                String run = title.substring(at > 0 && title.charAt(at) == ' ' ? at + 1 : at, end);
                if (!run.isEmpty()) {
                    tokens.add(run);
                }
            }
            at = end;
        }
        return tokens;
    }

    private void split(String chunk, List<String> tokens) {
        Deque<String> endings = new ArrayDeque<>();
        String rest = chunk;
        while (!rest.isEmpty()) {
            List<String> special = specialCases.get(rest);
            if (special != null) {
                tokens.addAll(special);
                rest = "";
                break;
            }
            if (rest.length() > MAX_CHUNK || ADDRESS.matcher(rest).matches()) {
                break;
            }
            Matcher prefix = PREFIX.matcher(rest);
            if (prefix.find()) {
                tokens.add(prefix.group());
                rest = rest.substring(prefix.end());
                continue;
            }
            Matcher suffix = SUFFIX.matcher(rest);
            if (!suffix.find()) {
                break;
            }
            endings.addFirst(suffix.group());
            rest = rest.substring(0, suffix.start());
        }
        inside(rest, tokens);
        tokens.addAll(endings);
    }

    private static void inside(String text, List<String> tokens) {
        if (text.isEmpty()) {
            return;
        }
        if (text.length() > MAX_CHUNK || ADDRESS.matcher(text).matches()) {
            tokens.add(text);
            return;
        }
        Matcher infix = INFIX.matcher(text);
        int from = 0;
        while (infix.find()) {
            if (infix.start() > from) {
                tokens.add(text.substring(from, infix.start()));
            }
            tokens.add(infix.group());
            from = infix.end();
        }
        if (from < text.length()) {
            tokens.add(text.substring(from));
        }
    }
}
