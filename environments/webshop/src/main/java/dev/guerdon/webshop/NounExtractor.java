package dev.guerdon.webshop;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the nouns of a product's title.
 *
 * <p>The reference asks a spaCy model; its answer decides {@code r_type}. There is what a spaCy run said, which is exact, and
 * {@link HeuristicNouns}, which need nothing and are the default.
 */
@FunctionalInterface
interface NounExtractor {

    /** Returns the nouns in the order of the title, lower-cased, with repeats. */
    List<String> nouns(String title);

    /** Returns what needs no model. */
    static NounExtractor heuristic() {
        return new HeuristicNouns();
    }

    /** Nouns as a spaCy run gave them, out of a JSON object of title to list; titles that it did not see go to another extractor. */
    static NounExtractor recorded(Path file, NounExtractor others) {
        try {
            Map<String, List<String>> byTitle = new HashMap<>();
            JsonCodec.read(Files.readAllBytes(file), file.toString())
                    .asMap()
                    .forEach((title, nouns) -> byTitle.put(
                            title,
                            new Json(nouns)
                                    .asList().stream().map(Json::asString).toList()));
            return title -> {
                List<String> recorded = byTitle.get(title);
                return recorded != null ? recorded : others.nouns(title);
            };
        } catch (IOException e) {
            throw new WebshopException("could not read the nouns in " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Takes every word of a title for a noun unless it is known, or looks, not to be one. Needs no model.
     *
     * <p>Product titles are rows of nouns and names, so leaving out little does better than a general tagger: a list of words that are
     * never nouns, adjectives and their endings where a word begins with a small letter, and sizes.
     */
    final class HeuristicNouns implements NounExtractor {

        private static final Set<String> OTHERS = words("other_words.txt");
        private static final Set<String> ADJECTIVES = words("adjectives.txt");
        private static final Pattern ADJECTIVE =
                Pattern.compile(".*(?:able|ible|ful|ous|ive|less|ish|ly|ed|ing|ic|al)");
        private static final Pattern SIZE = Pattern.compile("[0-9]+(?:x[0-9]+(?:x[0-9]+)?|pcs?|p)");

        private final TitleTokenizer tokenizer = new TitleTokenizer();

        private static Set<String> words(String resource) {
            return Utf8.resource(HeuristicNouns.class, resource)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> PythonStrings.split(line).stream())
                    .collect(Collectors.toUnmodifiableSet());
        }

        @Override
        public List<String> nouns(String title) {
            List<String> nouns = new ArrayList<>();
            for (String word : tokenizer.tokens(title)) {
                String lower = PythonStrings.lower(word);
                // spaCy takes the bar that separates parts of a title for a symbol, tagged as a noun.
                if (word.equals("|") || (hasLetter(word) && !isOther(word, lower))) {
                    nouns.add(lower);
                }
            }
            return nouns;
        }

        private static boolean hasLetter(String word) {
            return word.codePoints().anyMatch(Character::isLetter);
        }

        private static boolean isOther(String word, String lower) {
            return OTHERS.contains(lower)
                    || SIZE.matcher(lower).matches()
                    || (Character.isLowerCase(word.codePointAt(0))
                            && (ADJECTIVES.contains(lower)
                                    || (word.length() > 4
                                            && ADJECTIVE.matcher(lower).matches())));
        }
    }

    /**
     * Splits a title into words as spaCy's English tokenizer does.
     *
     * <p>Chunks between white space lose punctuation at both ends one piece at a time, then split at marks inside; contractions
     * stay whole. Time is proportional to the title's length for each piece cut off.
     */
    final class TitleTokenizer {

        /** No title is longer; what follows is one word. */
        private static final int MAX_CHUNK = 1_000;

        private static final String LETTER = "\\p{L}";
        private static final String QUOTES = "'\"”“`‘´’‚„»«";
        private static final String UNITS =
                "km[²³]?|m[²³]?|dm[²³]?|cm[²³]?|mm[²³]?|ha|µm|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h"
                        + "|mph|hPa|Pa|mbar|mb|MB|kb|KB|gb|GB|tb|TB|T|G|M|K|%";

        private static final Pattern PREFIX =
                Pattern.compile("^(?:US\\$|C\\$|A\\$|\\.\\.+|\\+(?![0-9])|[§%=—–…,:;!?¿¡()\\[\\]{}<>_#*&$£€¥฿₽₴"
                        + QUOTES + "]|[^\\x00-\\x7f\\p{L}\\p{N}\\p{M}])");
        private static final Pattern SUFFIX =
                Pattern.compile("(?:'[sS]|’[sS]|\\.\\.+|[…,:;!?¿¡()\\[\\]{}<>_#*&—–" + QUOTES
                        + "]|[^\\x00-\\x7f\\p{L}\\p{N}\\p{M}]|(?<=[0-9])\\+|(?<=[0-9])[$£€¥]|(?<=[0-9])(?:" + UNITS
                        + ")|(?<=[0-9a-z%²\\-+" + QUOTES + ")\\]}])\\.|(?<=[A-Z][A-Z])\\.)$");
        private static final Pattern INFIX =
                Pattern.compile("\\.\\.+|…|[^\\x00-\\x7f\\p{L}\\p{N}\\p{M}'’]|(?<=[0-9])[+\\-*^](?=[0-9-])"
                        + "|(?<=[\\p{Ll}" + QUOTES + "])\\.(?=[\\p{Lu}" + QUOTES + "])|(?<=" + LETTER + "),(?=" + LETTER
                        + ")|(?<=[\\p{L}0-9])(?:---?|——|[–—~-])(?="
                        + LETTER + ")|(?<=[\\p{L}0-9])[:<>=/](?=" + LETTER + ")");
        private static final Pattern ADDRESS = Pattern.compile("(?:https?://|www\\.).*|[^@]+@[^@]+\\.[^@]+");

        List<String> tokens(String title) {
            List<String> tokens = new ArrayList<>();
            int at = 0;
            while (at < title.length()) {
                int end = at;
                boolean space = PythonStrings.isSpace(title.charAt(at));
                while (end < title.length() && PythonStrings.isSpace(title.charAt(end)) == space) {
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
}
