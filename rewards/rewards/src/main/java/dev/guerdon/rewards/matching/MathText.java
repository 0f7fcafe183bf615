package dev.guerdon.rewards.matching;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers in LaTeX as the MATH collection compares them: the last box, stripped of what does not matter, as text. */
final class MathText {

    private static final String BOXED = "\\boxed";
    private static final String SPACED = "\\boxed ";

    /** Two whole numbers in their usual form; Python refuses to read more digits. */
    private static final Pattern QUOTIENT = Pattern.compile("(0|-?[1-9][0-9]{0,4299})/(0|-?[1-9][0-9]{0,4299})");

    private MathText() {}

    /** Returns the last box with its command, or null. */
    static @Nullable String lastBoxed(String text) {
        int spaced = text.lastIndexOf(SPACED);
        if (spaced >= 0) {
            int dollar = text.indexOf('$', spaced);
            return text.substring(spaced, dollar < 0 ? text.length() : dollar);
        }
        int from = text.lastIndexOf(BOXED);
        from = from < 0 ? text.lastIndexOf("\\fbox") : from;
        return from < 0 ? null : BoxedText.balanced(text, from);
    }

    /** Returns what a box holds; null for a command that is not followed by a brace or a space, such as the frame of {@code \fbox}. */
    static @Nullable String content(String box) {
        if (box.startsWith(SPACED)) {
            return box.substring(SPACED.length());
        }
        return box.startsWith(BOXED + "{") ? box.substring(BOXED.length() + 1, box.length() - 1) : null;
    }

    /** Returns whether two answers are the same after stripping; as they are where one cannot be stripped. */
    static boolean equal(String one, String other) {
        Optional<String> left = strip(one);
        Optional<String> right = left.isPresent() ? strip(other) : left;
        return right.isPresent() ? left.equals(right) : one.equals(other);
    }

    /** Returns the text without what does not matter, or nothing where the reference fails. */
    static Optional<String> strip(String answer) {
        String text = answer.replace("\n", "")
                .replace("\\!", "")
                .replace("\\\\", "\\")
                .replace("tfrac", "frac")
                .replace("dfrac", "frac")
                .replace("\\left", "")
                .replace("\\right", "")
                .replace("^{\\circ}", "")
                .replace("^\\circ", "")
                .replace("\\$", "");
        List<String> units = split(text, "\\text{ ");
        if (units.size() > 2) {
            return Optional.empty();
        }
        text = units.getFirst()
                .replace("\\\\%", "")
                .replace("\\%", "")
                .replace(" .", " 0.")
                .replace("{.", "{0.");
        if (text.isEmpty()) {
            return Optional.of(text);
        }
        text = text.startsWith(".") ? "0" + text : text;
        List<String> sides = split(text, "=");
        if (sides.size() == 2
                && sides.getFirst().codePointCount(0, sides.getFirst().length()) <= 2) {
            text = sides.getLast();
        }
        return roots(text)
                .map(rooted -> rooted.replace(" ", ""))
                .flatMap(MathText::fractions)
                .map(MathText::quotient);
    }

    private static Optional<String> roots(String text) {
        List<String> parts = split(text, "\\sqrt");
        StringBuilder out = new StringBuilder(parts.getFirst());
        for (String part : parts.subList(1, parts.size())) {
            if (part.isEmpty()) {
                return Optional.empty();
            }
            int first = part.offsetByCodePoints(0, 1);
            out.append("\\sqrt");
            if (part.startsWith("{")) {
                out.append(part);
            } else {
                out.append('{').append(part, 0, first).append('}').append(part, first, part.length());
            }
        }
        return Optional.of(out.toString());
    }

    private static Optional<String> fractions(String text) {
        List<String> parts = split(text, "\\frac");
        StringBuilder out = new StringBuilder(parts.getFirst());
        for (String part : parts.subList(1, parts.size())) {
            if (part.isEmpty()) {
                return Optional.empty();
            }
            out.append("\\frac");
            int first = part.offsetByCodePoints(0, 1);
            if (part.startsWith("{")) {
                out.append(part);
            } else if (first == part.length()) {
                return Optional.of(text);
            } else {
                out.append('{').append(part, 0, first).append('}');
                int second = part.offsetByCodePoints(first, 1);
                if (part.charAt(first) == '{') {
                    out.append(part, first, part.length());
                } else {
                    out.append('{').append(part, first, second).append('}').append(part, second, part.length());
                }
            }
        }
        return Optional.of(out.toString());
    }

    private static String quotient(String text) {
        if (text.equals("0.5")) {
            return "\\frac{1}{2}";
        }
        var quotient = QUOTIENT.matcher(text);
        return quotient.matches() ? "\\frac{" + quotient.group(1) + "}{" + quotient.group(2) + "}" : text;
    }

    private static List<String> split(String text, String separator) {
        return List.of(text.split(Pattern.quote(separator), -1));
    }
}
