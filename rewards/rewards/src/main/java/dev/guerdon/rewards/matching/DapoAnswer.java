package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers as DAPO reads them: the line after {@code Answer:} in a normal form, or the last box as it is. */
final class DapoAnswer {

    private static final int READ = 300;
    private static final int READ_FOR_A_BOX = 100;
    private static final String INVALID = "[INVALID]";

    private static final Pattern ANSWER = Pattern.compile(
            "answer" + PythonStrings.SPACE_CLASS + "*+:" + PythonStrings.SPACE_CLASS + "*([^\n]+)",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    /** What is deleted, in this order. */
    private static final String[] DELETED =
            ("square ways integers dollars mph inches hours km units \\ldots sue points feet minutes "
                            + "digits cents degrees cm gm pounds meters meals edges students childrentickets multiples "
                            + "\\text{s} \\text{.} \\text{\ns} \\text{}^2 \\text{}^3 \\text{\n} \\text{} \\mathrm{th} "
                            + "^\\circ ^{\\circ} \\; ,\\! {,} \" \\dots")
                    .split(" ");

    private DapoAnswer() {}

    /**
     * Verdict that was found.
     *
     * @param correct whether it is the gold answer
     * @param prediction the answer that was read, null for no box
     */
    record Verdict(boolean correct, @Nullable String prediction) {}

    /** Compares a solution with a gold answer. */
    static Verdict verify(String solution, String gold, boolean onlyBox) {
        String end = Tail.of(solution, READ);
        String box = BoxedText.lastBoxed(Tail.of(end, READ_FOR_A_BOX));
        Verdict boxed = new Verdict(gold.equals(box), box);
        if (onlyBox) {
            return boxed;
        }
        String prediction = normalize(lastAnswer(end));
        return prediction.equals(INVALID) && box != null
                ? boxed
                : new Verdict(prediction.equals(normalize(gold)), prediction);
    }

    private static String lastAnswer(String text) {
        String last = INVALID;
        Matcher answer = ANSWER.matcher(text);
        while (answer.find()) {
            last = answer.group(1);
        }
        return last;
    }

    /** Returns the normal form of an answer. */
    static String normalize(String answer) {
        String text = answer.substring(answer.lastIndexOf('=') + 1);
        text = text.replace("an ", "")
                .replace("a ", "")
                .replace(".$", "$")
                .replace("\\$", "")
                .replace("\\ ", "")
                .replace(" ", "")
                .replace("mbox", "text")
                .replace(",\\text{and}", ",")
                .replace("\\text{and}", ",")
                .replace("\\text{m}", "\\text{}");
        for (String deleted : DELETED) {
            text = text.replace(deleted, "");
        }
        text = betweenDollars(text);
        text = unwrapped(text, "\\text{", false);
        text = unwrapped(text, "\\textbf{", false);
        text = unwrapped(text, "\\overline{", false);
        text = unwrapped(text, "\\boxed{", true);
        text = braced(text, "frac", 2);
        text = braced(text, "sqrt", 1).replace("$", "");
        String digits = text.replace(",", "");
        return PythonStrings.strip(PythonStrings.isDigits(digits) ? digits : text);
    }

    /** Returns each line that has two dollars, as what is between the first two. */
    private static String betweenDollars(String text) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            int first = line.indexOf('$');
            int second = first < 0 ? -1 : line.indexOf('$', first + 1);
            out.append(second < 0 ? line : line.substring(first, second + 1)).append('\n');
        }
        return out.substring(0, out.length() - 1);
    }

    /** Returns the text without a command around its argument, which ends at the next or the last brace of the line. */
    private static String unwrapped(String text, String command, boolean lastBrace) {
        StringBuilder out = new StringBuilder();
        int copied = 0;
        int from = text.indexOf(command);
        while (from >= 0) {
            int inside = from + command.length();
            int newline = text.indexOf('\n', inside);
            int lineEnd = newline < 0 ? text.length() : newline;
            int brace = lastBrace ? text.lastIndexOf('}', lineEnd - 1) : text.indexOf('}', inside);
            if (brace >= inside && brace < lineEnd) {
                out.append(text, copied, from).append(text, inside, brace);
                copied = brace + 1;
                from = text.indexOf(command, copied);
            } else {
                from = text.indexOf(command, lineEnd);
            }
        }
        return out.append(text, copied, text.length()).toString();
    }

    /** Returns a command followed by one or two characters, which get braces; a brace, or a line's end as the second, stays as it is. */
    private static String braced(String text, String command, int arguments) {
        StringBuilder out = new StringBuilder();
        int copied = 0;
        int from = text.indexOf(command);
        while (from >= 0) {
            int first = from + command.length();
            if (first == text.length() || text.charAt(first) == '{') {
                from = text.indexOf(command, from + 1);
                continue;
            }
            int second = text.offsetByCodePoints(first, 1);
            int end = second;
            if (arguments == 2) {
                if (second == text.length() || text.charAt(second) == '\n') {
                    from = text.indexOf(command, from + 1);
                    continue;
                }
                end = text.offsetByCodePoints(second, 1);
            }
            out.append(text, copied, first)
                    .append('{')
                    .append(text, first, second)
                    .append('}');
            if (arguments == 2) {
                out.append('{').append(text, second, end).append('}');
            }
            copied = end;
            from = text.indexOf(command, end);
        }
        return out.append(text, copied, text.length()).toString();
    }

    /** The end of a text, counted in code points. */
    static final class Tail {

        private Tail() {}

        static String of(String text, int codePoints) {
            if (text.length() <= codePoints) {
                return text;
            }
            int from = text.length();
            for (int left = codePoints; left > 0 && from > 0; left--) {
                from = text.offsetByCodePoints(from, -1);
            }
            return text.substring(from);
        }
    }
}
