package dev.guerdon.rewards;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Answers a question from a passage by word overlap: finds the sentence that shares most words with the question, and in it the
 * stretch of other words that looks like what is asked for.
 */
final class PassageReader {

    private static final Set<String> SMALL = Set.of(
            "a", "an", "the", "of", "in", "on", "at", "by", "to", "for", "from", "with", "and", "or", "is", "are",
            "was", "were", "be", "been", "has", "have", "had", "do", "does", "did", "it", "its", "his", "her", "their",
            "he", "she", "they", "that", "this", "which", "who", "whom", "whose", "what", "when", "where", "how",
            "many", "much", "why", "as", "into", "than", "then", "but", "not", "only", "there");

    private static final Pattern NUMBER_WORD = Pattern.compile(
            "\\d.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred");

    private PassageReader() {}

    /** Kind of answer that a question asks for, by its first words. */
    private enum Wanted {
        NAME,
        PLACE,
        TIME,
        NUMBER,
        THING;

        static Wanted of(String question) {
            String text = question.toLowerCase(Locale.ROOT);
            if (text.contains("how many") || text.contains("how much") || text.contains("how tall")) {
                return NUMBER;
            } else if (text.contains("when") || text.contains("which year") || text.contains("what year")) {
                return TIME;
            } else if (text.contains("who")) {
                return NAME;
            } else {
                return text.contains("where") ? PLACE : THING;
            }
        }
    }

    /** Returns the best guess, empty where the passage says nothing. */
    static String answer(String passage, String question) {
        Set<String> asked = stems(question);
        List<String> sentences = Arrays.stream(passage.split("(?<=[.!?])\\s+"))
                .filter(sentence -> !sentence.isBlank())
                .toList();
        return sentences.stream()
                .max(Comparator.comparingLong(sentence ->
                        stems(sentence).stream().filter(asked::contains).count()))
                .map(sentence -> stretch(sentence, asked, Wanted.of(question)))
                .orElse("");
    }

    private static Set<String> stems(String text) {
        return words(text).stream()
                .map(PassageReader::stem)
                .filter(word -> !SMALL.contains(word))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split("[^\\p{L}\\p{N}'.-]+"))
                .map(word -> word.replaceAll("^[.'-]+|[.'-]+$", ""))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String stem(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.length() > 4 ? lower.replaceFirst("(?:'s|es|ed|ing|s)$", "") : lower;
    }

    /** Returns the stretch of words of a sentence that are not in the question and fit best. */
    private static String stretch(String sentence, Set<String> asked, Wanted wanted) {
        List<List<String>> stretches = new ArrayList<>();
        List<String> current = new ArrayList<>();
        for (String word : words(sentence)) {
            boolean small = SMALL.contains(word.toLowerCase(Locale.ROOT));
            boolean joins = small && !current.isEmpty() && Set.of("of", "and").contains(word);
            if (asked.contains(stem(word)) || (small && !joins)) {
                stretches.add(current);
                current = new ArrayList<>();
            } else {
                current.add(word);
            }
        }
        stretches.add(current);
        return stretches.stream()
                .map(PassageReader::withoutJoins)
                .filter(words -> !words.isEmpty())
                .max(Comparator.comparingDouble(words -> fitness(words, wanted)))
                .map(words -> String.join(" ", kept(words, wanted)))
                .orElse("");
    }

    private static List<String> withoutJoins(List<String> words) {
        int end = words.size();
        while (end > 0 && SMALL.contains(words.get(end - 1))) {
            end--;
        }
        return words.subList(0, end);
    }

    private static double fitness(List<String> words, Wanted wanted) {
        long names = words.stream().filter(PassageReader::capital).count();
        long numbers = words.stream().filter(PassageReader::number).count();
        return switch (wanted) {
            case NAME, PLACE -> names * 2.0 - numbers - words.size() * 0.1;
            case TIME, NUMBER -> numbers * 3.0 - words.size() * 0.1;
            case THING -> Math.min(words.size(), 3) - numbers * 0.5;
        };
    }

    /** Only what looks like the thing asked for, where anything does. */
    private static List<String> kept(List<String> words, Wanted wanted) {
        List<String> fitting = switch (wanted) {
            case NAME, PLACE ->
                words.stream()
                        .filter(word -> capital(word) || SMALL.contains(word))
                        .toList();
            case TIME, NUMBER ->
                words.stream()
                        .filter(word -> number(word) || (wanted == Wanted.TIME && capital(word)))
                        .toList();
            case THING -> words;
        };
        return fitting.isEmpty() ? words : fitting;
    }

    private static boolean capital(String word) {
        return Character.isUpperCase(word.codePointAt(0));
    }

    private static boolean number(String word) {
        return NUMBER_WORD.matcher(word.toLowerCase(Locale.ROOT)).matches();
    }
}
