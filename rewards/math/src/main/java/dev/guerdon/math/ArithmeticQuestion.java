package dev.guerdon.math;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the arithmetic in a question by simple rules, as somebody would who reads the numbers and skips the story. */
final class ArithmeticQuestion {

    private static final List<String[]> WORDS = List.of(
            new String[] {"\\\\d?frac\\{([^{}]*)\\}\\{([^{}]*)\\}", "(($1)/($2))"},
            new String[] {"\\\\(?:times|cdot)", "*"},
            new String[] {"\\\\div", "/"},
            new String[] {"[×·]", "*"},
            new String[] {"÷", "/"},
            new String[] {"−", "-"},
            new String[] {"(?:%|\\bpercent)\\s+of\\b", "/ 100 *"},
            new String[] {"\\bplus\\b", "+"},
            new String[] {"\\bminus\\b", "-"},
            new String[] {"\\b(?:times|multiplied by)\\b", "*"},
            new String[] {"\\b(?:divided by|over)\\b", "/"},
            new String[] {"\\bsquared\\b", "^2"},
            new String[] {"\\bcubed\\b", "^3"},
            new String[] {"\\bto the power of\\b", "^"},
            new String[] {"\\bthe sum of ([\\d.]+) and ([\\d.]+)", "($1 + $2)"},
            new String[] {"\\bthe product of ([\\d.]+) and ([\\d.]+)", "($1 * $2)"},
            new String[] {"\\bthe difference of ([\\d.]+) and ([\\d.]+)", "($1 - $2)"});

    private static final Pattern EXPRESSION = Pattern.compile("[-+(\\d.][-+*/^()%\\d.,\\s]*[\\d)%]");
    private static final Pattern OPERATOR = Pattern.compile("[\\d)%]\\s*[-+*/^]\\s*[-+(\\d.]");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:,\\d{3})*(?:\\.\\d+)?");

    private ArithmeticQuestion() {}

    /** Returns the expression that a question asks for: one that stands there, else one that its words suggest. */
    static Optional<String> expression(String question) {
        String text = question.toLowerCase(Locale.ROOT);
        for (String[] word : WORDS) {
            text = text.replaceAll(word[0], word[1]);
        }
        text = text.replaceAll(",\\s+(?=[-+*/^])", " ");
        return written(text).or(() -> suggested(question.toLowerCase(Locale.ROOT)));
    }

    private static Optional<String> written(String text) {
        String longest = "";
        Matcher matcher = EXPRESSION.matcher(text);
        while (matcher.find()) {
            String found = matcher.group().strip();
            if (OPERATOR.matcher(found).find() && found.length() > longest.length()) {
                longest = found;
            }
        }
        return longest.isEmpty() ? Optional.empty() : Optional.of(longest);
    }

    /** Word problems: what is counted "each" is multiplied, what is given away is taken off, all else is added up. */
    private static Optional<String> suggested(String text) {
        List<String> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(matcher.group().replace(",", ""));
        }
        if (numbers.size() < 2) {
            return Optional.empty();
        }
        boolean each = text.matches("(?s).*\\b(each|per|every)\\b.*");
        boolean taken =
                text.matches("(?s).*\\b(left|remain|remaining|fewer|gives away|eats|sells|loses|break|broken)\\b.*");
        String first = each ? numbers.get(0) + " * " + numbers.get(1) : numbers.getFirst();
        List<String> rest = numbers.subList(each ? 2 : 1, numbers.size());
        StringBuilder expression = new StringBuilder(first);
        rest.forEach(number -> expression.append(taken ? " - " : " + ").append(number));
        return Optional.of(expression.toString());
    }
}
