package dev.guerdon.browser.oracle;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small sums that stand on a page. */
final class Sums {

    private static final Pattern PROBLEM = Pattern.compile("(-?\\d+) *([-+x*×/÷]) *(-?\\d+) *=");
    private static final Pattern EQUATION = Pattern.compile("(x|-?\\d+) *([-+]) *(x|-?\\d+) *= *(-?\\d+)");

    private Sums() {}

    /** What a sum such as {@code 2 + 4 =} makes. */
    static Optional<String> problem(Element page) {
        for (Element text : page.roles("StaticText")) {
            Matcher sum = PROBLEM.matcher(text.name());
            if (sum.find()) {
                long a = Long.parseLong(sum.group(1));
                long b = Long.parseLong(sum.group(3));
                return switch (sum.group(2)) {
                    case "+" -> Optional.of(Long.toString(a + b));
                    case "-" -> Optional.of(Long.toString(a - b));
                    case "/", "÷" -> b == 0 ? Optional.empty() : Optional.of(Long.toString(a / b));
                    default -> Optional.of(Long.toString(a * b));
                };
            }
        }
        return Optional.empty();
    }

    /** What x is in an equation such as {@code x + 2 = 43}. */
    static Optional<String> equation(Element page) {
        for (Element text : page.roles("StaticText")) {
            Matcher equation = EQUATION.matcher(text.name());
            if (equation.find()
                    && equation.group(1).equals("x") != equation.group(3).equals("x")) {
                boolean plus = equation.group(2).equals("+");
                boolean first = equation.group(1).equals("x");
                long known = Long.parseLong(first ? equation.group(3) : equation.group(1));
                long result = Long.parseLong(equation.group(4));
                long x = plus ? result - known : first ? result + known : known - result;
                return Optional.of(Long.toString(x));
            }
        }
        return Optional.empty();
    }

    /** How many elements stand on both sides of a plus. */
    static int blocks(Element page) {
        return page.first(element -> element.children().size() == 3
                        && element.children().get(1).text().equals("+"))
                .map(element -> List.of(
                                element.children().getFirst(),
                                element.children().getLast())
                        .stream()
                        .mapToInt(side -> side.children().size())
                        .sum())
                .orElse(0);
    }
}
