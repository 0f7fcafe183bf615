package dev.guerdon.math;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A random expression in x and y that can be written, evaluated, changed and rewritten, independent of the comparer that it tests.
 *
 * @param kind {@code num}, {@code var}, an operator or a function
 * @param name the digits or the letter
 */
record Formula(String kind, String name, List<Formula> parts) {

    private static final List<String> FUNCTIONS = List.of("sin", "cos", "abs", "sqrt", "exp");

    static Formula random(RandomGenerator random, int depth) {
        if (depth == 0 || random.nextInt(5) == 0) {
            return random.nextBoolean() ? number(1 + random.nextInt(12)) : variable(random.nextBoolean() ? "x" : "y");
        }
        Formula a = random(random, depth - 1);
        Formula b = random(random, depth - 1);
        return switch (random.nextInt(7)) {
            case 0, 1 -> of("+", a, b);
            case 2 -> of("-", a, b);
            case 3 -> of("*", a, b);
            case 4 -> of("/", a, of("+", of("^", b, number(2)), number(1 + random.nextInt(9))));
            case 5 -> of("^", a, number(2 + random.nextInt(3)));
            default -> of(FUNCTIONS.get(random.nextInt(FUNCTIONS.size())), a);
        };
    }

    static Formula number(int value) {
        return new Formula("num", Integer.toString(value), List.of());
    }

    static Formula variable(String name) {
        return new Formula("var", name, List.of());
    }

    static Formula of(String kind, Formula... parts) {
        return new Formula(kind, "", List.of(parts));
    }

    double value(double x, double y) {
        return switch (kind) {
            case "num" -> Double.parseDouble(name);
            case "var" -> name.equals("x") ? x : y;
            case "+" -> part(0).value(x, y) + part(1).value(x, y);
            case "-" -> part(0).value(x, y) - part(1).value(x, y);
            case "*" -> part(0).value(x, y) * part(1).value(x, y);
            case "/" -> part(0).value(x, y) / part(1).value(x, y);
            case "^" -> Math.pow(part(0).value(x, y), part(1).value(x, y));
            case "sin" -> Math.sin(part(0).value(x, y));
            case "cos" -> Math.cos(part(0).value(x, y));
            case "abs" -> Math.abs(part(0).value(x, y));
            case "exp" -> Math.exp(Math.sin(part(0).value(x, y)));
            default -> Math.sqrt(Math.pow(part(0).value(x, y), 2) + 3);
        };
    }

    String latex() {
        return switch (kind) {
            case "num", "var" -> name;
            case "+" -> "(" + part(0).latex() + "+" + part(1).latex() + ")";
            case "-" -> "(" + part(0).latex() + "-" + part(1).latex() + ")";
            case "*" -> part(0).latex() + "\\cdot " + part(1).latex();
            case "/" -> "\\frac{" + part(0).latex() + "}{" + part(1).latex() + "}";
            case "^" -> "(" + part(0).latex() + ")^{" + part(1).latex() + "}";
            case "abs" -> "|" + part(0).latex() + "|";
            case "exp" -> "e^{\\sin(" + part(0).latex() + ")}";
            case "sqrt" -> "\\sqrt{(" + part(0).latex() + ")^2+3}";
            default -> "\\" + kind + "(" + part(0).latex() + ")";
        };
    }

    private Formula part(int index) {
        return parts.get(index);
    }

    int size() {
        return 1 + parts.stream().mapToInt(Formula::size).sum();
    }

    /** The same with the part at that place, counted from the root in order, put through the change. */
    Formula at(int place, java.util.function.UnaryOperator<Formula> change) {
        if (place == 0) {
            return change.apply(this);
        }
        int next = 1;
        List<Formula> changed = new ArrayList<>();
        for (Formula part : parts) {
            int size = part.size();
            changed.add(place >= next && place < next + size ? part.at(place - next, change) : part);
            next += size;
        }
        return new Formula(kind, name, changed);
    }

    /** Another coefficient, exponent, sign, operator, name or function. */
    Formula changed(RandomGenerator random) {
        return switch (kind) {
            case "num" -> number(Integer.parseInt(name) + 1 + random.nextInt(3));
            case "var" -> variable(name.equals("x") ? "y" : "x");
            case "+" -> new Formula("-", "", parts);
            case "-" -> random.nextBoolean() ? new Formula("+", "", parts) : of("-", part(1), part(0));
            case "*" -> new Formula("+", "", parts);
            case "/" -> new Formula("*", "", parts);
            case "^" -> of("^", part(0), number(Integer.parseInt(part(1).name) + 1));
            case "sin" -> of("cos", part(0));
            case "cos" -> of("sin", part(0));
            case "abs" -> part(0);
            default -> of("abs", part(0));
        };
    }

    /** The same value in other words. */
    Formula rewritten(RandomGenerator random) {
        Formula more = random(random, 1);
        return switch (random.nextInt(6)) {
            case 0 -> of("-", of("+", this, more), more);
            case 1 -> of("/", of("*", this, number(7)), number(7));
            case 2 -> kind.equals("+") || kind.equals("*") ? new Formula(kind, "", parts.reversed()) : this;
            case 3 ->
                kind.equals("*") && part(0).kind.equals("+")
                        ? of("+", of("*", part(0).part(0), part(1)), of("*", part(0).part(1), part(1)))
                        : this;
            case 4 -> kind.equals("^") && part(1).name.equals("2") ? of("*", part(0), part(0)) : this;
            default -> kind.equals("-") ? of("+", part(0), of("-", number(0), part(1))) : of("*", number(1), this);
        };
    }
}
