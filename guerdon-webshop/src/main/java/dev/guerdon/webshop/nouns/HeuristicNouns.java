package dev.guerdon.webshop.nouns;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Takes every word of a title for a noun unless it is known, or looks, not to be one. Needs no model.
 *
 * <p>Product titles are rows of nouns and names, so leaving out little does better than a general tagger: a list of words that are
 * never nouns, adjectives and their endings where a word begins with a small letter, and sizes.
 */
@Internal
public final class HeuristicNouns implements NounExtractor {

    private static final Set<String> OTHERS = words("other_words.txt");
    private static final Set<String> ADJECTIVES = words("adjectives.txt");
    private static final Pattern ADJECTIVE = Pattern.compile(".*(?:able|ible|ful|ous|ive|less|ish|ly|ed|ing|ic|al)");
    private static final Pattern SIZE = Pattern.compile("[0-9]+(?:x[0-9]+(?:x[0-9]+)?|pcs?|p)");

    private final TitleTokenizer tokenizer = new TitleTokenizer(Map.of());

    private static Set<String> words(String resource) {
        try (InputStream in = Objects.requireNonNull(HeuristicNouns.class.getResourceAsStream(resource));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            Set<String> words = new HashSet<>();
            reader.lines().filter(line -> !line.startsWith("#")).forEach(line -> words.addAll(Strings.split(line)));
            return Set.copyOf(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<String> nouns(String title) {
        List<String> nouns = new ArrayList<>();
        for (String word : tokenizer.tokens(title)) {
            String lower = Strings.lower(word);
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
