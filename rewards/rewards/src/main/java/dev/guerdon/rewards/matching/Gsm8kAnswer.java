package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.AnswerStatement;
import dev.guerdon.rewards.matching.DapoAnswer.Tail;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The final number of a solution to a word problem: after {@code ####}, or the last number there is. */
final class Gsm8kAnswer {

    /** Length of the end that is read, in code points. */
    private static final int READ = 300;

    private static final Pattern MARKED = Pattern.compile("#### (-?[0-9.,]++)");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9.,]++");

    /** Groups of three digits from the end; above the last thousand also of two, as in India. */
    private static final Pattern GROUPED = Pattern.compile("-?[0-9]{1,3}+(?:,[0-9]{2,3})*,[0-9]{3}(?:\\.[0-9]*+)?");

    private static final Pattern PLAIN = Pattern.compile("-?(?:[0-9]++(?:\\.[0-9]*+)?|\\.[0-9]++)");

    /** Signs that make another number of the one before them. */
    private static final Pattern PARTIAL = Pattern.compile(
            "[ \\t]*+(?:[/^]|\\*(?!\\*)|[eE][0-9]|[.,]?[0-9]|million\\b|billion\\b|thousand\\b)|[a-z]\\b");

    private static final String MARK = "####";

    /** More digits than any answer has. */
    private static final int LONGEST = 400;

    /** Mode in which the answer is found. */
    enum Method {
        /** The number after the last {@code #### }. */
        STRICT,
        /** Returns the last number of the text. */
        FLEXIBLE
    }

    private Gsm8kAnswer() {}

    /** Returns the answer as the reference extracts it, null for none. */
    static @Nullable String extract(String solution, Method method) {
        String end = Tail.of(solution, READ);
        return switch (method) {
            case STRICT -> {
                String last = null;
                Matcher marked = MARKED.matcher(end);
                while (marked.find()) {
                    last = marked.group(1);
                }
                yield last == null ? null : last.replace(",", "");
            }
            case FLEXIBLE -> lastNumber(end);
        };
    }

    private static @Nullable String lastNumber(String end) {
        List<String> runs = new ArrayList<>();
        Matcher number = NUMBER.matcher(end);
        while (number.find()) {
            runs.add(number.group());
        }
        for (int i = runs.size() - 1; i >= 0; i--) {
            if (!runs.get(i).equals(".")) {
                return runs.get(i);
            }
        }
        return runs.isEmpty() ? null : runs.getFirst();
    }

    /** Returns the text of the last number, commas kept, of which a number may be made; null for none. */
    static @Nullable String candidate(String solution, Method method) {
        String end = Tail.of(AnswerStatement.spoken(solution), READ);
        Matcher matcher = (method == Method.STRICT ? MARKED : NUMBER).matcher(end);
        String last = null;
        while (matcher.find()) {
            String found = trimmed(matcher.group(matcher.groupCount()));
            if (method == Method.STRICT || value(found).isPresent()) {
                int from = matcher.start(matcher.groupCount());
                last = isStated(end, from, from + found.length(), method) ? found : null;
            }
        }
        return last;
    }

    /** Returns whether a number is the answer; after {@code ####} it is the only one. */
    private static boolean isStated(String text, int from, int to, Method method) {
        return method == Method.STRICT
                ? AnswerStatement.fault(text, from, to).isEmpty()
                        && !PARTIAL.matcher(text.substring(to)).lookingAt()
                : AnswerStatement.refusal(text, from, to).isEmpty();
    }

    private static String trimmed(String run) {
        int end = run.length();
        while (end > 0 && (run.charAt(end - 1) == '.' || run.charAt(end - 1) == ',')) {
            end--;
        }
        return run.substring(0, end);
    }

    /** Returns the number that a text means: plain, or with commas between groups of digits. */
    static Optional<BigDecimal> value(String text) {
        if (text.length() > LONGEST
                || !(PLAIN.matcher(text).matches() || GROUPED.matcher(text).matches())) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(text.replace(",", "")));
    }

    /** Returns the number of a gold answer, which may be a whole solution that ends in {@code #### number}. */
    static Optional<BigDecimal> goldValue(String gold) {
        int mark = gold.lastIndexOf(MARK);
        String number = PythonStrings.strip(mark < 0 ? gold : gold.substring(mark + MARK.length()));
        return value(trimmed(number.startsWith("$") ? number.substring(1) : number));
    }
}
