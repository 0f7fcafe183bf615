package dev.guerdon.math;

import java.util.List;
import java.util.Random;

/** Makes expressions at random, the same ones for the same seed. */
final class RandomExpressions {

    private final Random random;

    RandomExpressions(long seed) {
        this.random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean coin() {
        return random.nextBoolean();
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String integer() {
        return Integer.toString(random.nextInt(40) - 15);
    }

    String positive() {
        return Integer.toString(1 + random.nextInt(30));
    }

    /** A number: whole, decimal, fraction or root. */
    String number() {
        return switch (random.nextInt(6)) {
            case 0 -> positive();
            case 1 -> random.nextInt(50) + "." + random.nextInt(1000);
            case 2 -> "\\frac{" + positive() + "}{" + positive() + "}";
            case 3 -> "\\sqrt{" + positive() + "}";
            case 4 -> "\\frac{\\sqrt{" + positive() + "}}{" + positive() + "}";
            default -> positive() + "\\pi";
        };
    }

    /** A polynomial in one or two variables. */
    String polynomial() {
        StringBuilder text = new StringBuilder(positive())
                .append("x^{")
                .append(2 + random.nextInt(3))
                .append('}');
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.append(coin() ? "+" : "-").append(positive()).append(pick(List.of("x", "y", "xy", "x^2", "")));
        }
        return text.toString();
    }

    /** Any expression of that depth. */
    String expression(int depth) {
        if (depth == 0) {
            return coin() ? number() : pick(List.of("x", "y", "a", "x_1", "\\theta"));
        }
        String a = expression(depth - 1);
        String b = expression(depth - 1);
        return switch (random.nextInt(9)) {
            case 0 -> "(" + a + "+" + b + ")";
            case 1 -> "(" + a + "-" + b + ")";
            case 2 -> "(" + a + ")\\cdot(" + b + ")";
            case 3 -> "\\frac{" + a + "}{" + b + "}";
            case 4 -> "(" + a + ")^{" + (1 + random.nextInt(3)) + "}";
            case 5 -> "\\sqrt{(" + a + ")^2+" + positive() + "}";
            case 6 -> "\\sin(" + a + ")";
            case 7 -> "\\ln(" + positive() + "+(" + a + ")^2)";
            default -> "e^{" + a + "}";
        };
    }

    /** An answer of any kind. */
    String answer() {
        return switch (random.nextInt(8)) {
            case 0 -> number();
            case 1 -> polynomial();
            case 2 -> "(" + number() + "," + number() + ")";
            case 3 -> "\\{" + positive() + "," + positive() + "," + number() + "\\}";
            case 4 -> "x=" + number();
            case 5 -> "x" + pick(List.of("<", ">", "\\le ", "\\ge ")) + number();
            case 6 -> "[" + integer() + "," + positive() + ")\\cup(" + positive() + ",\\infty)";
            default -> expression(2);
        };
    }

    /** The same answer spaced and sized another way. */
    String respaced(String latex) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < latex.length(); i++) {
            char c = latex.charAt(i);
            boolean operator = "+-=<>,".indexOf(c) >= 0;
            if (operator && coin()) {
                text.append(coin() ? " " : "\\,");
            }
            if ((c == '(' || c == ')') && !isNextToBackslash(latex, i)) {
                text.append(c == '(' ? "\\left(" : "\\right)");
            } else {
                text.append(c);
            }
            if (operator && coin()) {
                text.append(coin() ? " " : "\\;");
            }
        }
        String sized = text.toString().replace("\\frac", coin() ? "\\dfrac" : "\\tfrac");
        return coin() ? "$" + sized + "$" : coin() ? "\\boxed{" + sized + "}" : sized + ".";
    }

    private static boolean isNextToBackslash(String text, int at) {
        // Half-open intervals pair a round with a square bracket; both keep their shape.
        return at > 0 && text.charAt(at - 1) == '\\';
    }
}
