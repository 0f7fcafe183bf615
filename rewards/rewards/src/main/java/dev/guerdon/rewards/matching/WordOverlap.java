package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.CaseFolding;
import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonStrings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Inspect's {@code f1} and {@code exact}: words without punctuation and articles, numbers by value. */
final class WordOverlap {

    private WordOverlap() {}

    /** Returns the best F1 over the targets that have a word, rounded to two places. */
    static double f1(String answer, List<String> targets) {
        double best = 0;
        Map<String, Integer> words = words(answer);
        for (String target : targets) {
            Map<String, Integer> gold = words(target);
            best = gold.isEmpty() ? best : Math.max(best, f1(words, gold));
        }
        return new BigDecimal(best).setScale(2, RoundingMode.HALF_EVEN).doubleValue();
    }

    /** Returns whether the answer is one of the targets that have a word. */
    static boolean exact(String answer, List<String> targets) {
        String normal = normal(answer);
        return targets.stream().map(WordOverlap::normal).anyMatch(gold -> !gold.isEmpty() && gold.equals(normal));
    }

    private static double f1(Map<String, Integer> answer, Map<String, Integer> gold) {
        double common = 0;
        for (Map.Entry<String, Integer> word : answer.entrySet()) {
            common += Math.min(word.getValue(), gold.getOrDefault(word.getKey(), 0));
        }
        double precision = answer.isEmpty() ? 1 : common / sum(answer);
        double recall = common / sum(gold);
        return precision == 0 && recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
    }

    private static int sum(Map<String, Integer> words) {
        return words.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static Map<String, Integer> words(String text) {
        Map<String, Integer> counts = new HashMap<>();
        PythonStrings.split(normal(text)).forEach(word -> counts.merge(word, 1, Integer::sum));
        return counts;
    }

    private static String normal(String text) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ' ' || text.charAt(i) == '-') {
                String token = token(text.substring(from, i));
                out.append(out.isEmpty() || token.isEmpty() ? "" : " ").append(token);
                from = i + 1;
            }
        }
        return out.toString();
    }

    private static String token(String word) {
        String plain = withoutPunctuation(CaseFolding.casefold(word));
        OptionalDouble number = number(plain);
        String text = number.isPresent() ? PythonFloats.repr(number.getAsDouble()) : plain;
        return String.join(" ", PythonStrings.split(PlainWords.withoutArticles(text)));
    }

    private static String withoutPunctuation(String text) {
        if (number(text).isPresent()) {
            return text;
        }
        String trimmed = TextMatch.trimmed(text);
        if (number(trimmed).isPresent()) {
            return trimmed;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().filter(c -> !PlainWords.isPunctuation(c)).forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static OptionalDouble number(String text) {
        OptionalDouble number = PythonFloats.parse(text);
        return number.isPresent() && Double.isFinite(number.getAsDouble()) ? number : OptionalDouble.empty();
    }
}
