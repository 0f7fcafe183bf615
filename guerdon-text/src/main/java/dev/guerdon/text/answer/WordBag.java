package dev.guerdon.text.answer;

import dev.guerdon.cpython.Floats;
import dev.guerdon.cpython.Strings;
import dev.guerdon.text.qa.NormalizedText;
import java.util.HashSet;
import java.util.Set;

/**
 * The set of words of a text as the DROP benchmark compares them: numbers by value, other words without case, punctuation and articles.
 *
 * @param words all words
 * @param numbers the words among them that are numbers
 */
record WordBag(Set<String> words, Set<String> numbers) {

    /** The words between the spaces and hyphens of a text, which separate them, and nothing else does. */
    static WordBag of(String text) {
        WordBag bag = new WordBag(new HashSet<>(), new HashSet<>());
        NormalizedText normalized = new NormalizedText();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ' ' || text.charAt(i) == '-') {
                if (i > start) {
                    bag.add(text.substring(start, i), normalized);
                }
                start = i + 1;
            }
        }
        for (String word : bag.words) {
            if (Floats.isFloat(word)) {
                bag.numbers.add(word);
            }
        }
        return bag;
    }

    private void add(String token, NormalizedText normalized) {
        String lower = Strings.lower(token);
        String bare = Floats.isFloat(lower) ? lower : withoutPunctuation(lower);
        Floats.parse(bare).ifPresentOrElse(number -> words.add(Floats.repr(number)), () -> {
            normalized.read(bare);
            for (int i = 0; i < normalized.size(); i++) {
                words.add(normalized.word(i));
            }
        });
    }

    /** F1 of the words that both have; 0 where the gold text has numbers and this one has none of them. */
    double f1(WordBag gold) {
        if (!gold.numbers.isEmpty() && gold.numbers.stream().noneMatch(numbers::contains)) {
            return 0;
        }
        long common = gold.words.stream().filter(words::contains).count();
        double precision = words.isEmpty() ? 1 : (double) common / words.size();
        double recall = gold.words.isEmpty() ? 1 : (double) common / gold.words.size();
        return precision == 0 && recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
    }

    private static String withoutPunctuation(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!NormalizedText.isPunctuation(c)) {
                kept.append(c);
            }
        }
        return kept.toString();
    }
}
