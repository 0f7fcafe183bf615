package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.spi.MathOptions.Form;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks how an answer is written, by its syntax alone. docs/rewards/math.md lists the rules. */
@Internal
public final class WrittenForm {

    private static final Set<String> CARRIED_OUT = Set.of(
            "factorial",
            "factorial2",
            "binom",
            "gcd",
            "lcm",
            "floor",
            "ceil",
            "max",
            "min",
            "abs",
            "mod",
            "bmod",
            "det",
            "Re",
            "Im");

    private static final Set<String> TRIGONOMETRIC = Set.of("sin", "cos", "tan", "cot", "sec", "csc");

    private static final int LARGEST_POWER = 20;

    private WrittenForm() {}

    /** Returns whether an answer is written in a form; {@code expected} is what it equals, as its author wrote it. */
    public static boolean fits(Form form, Node answer, Node expected) {
        return switch (form) {
            case ANY -> true;
            case DECIMAL -> parts(answer).allMatch(WrittenForm::isDecimal);
            case EVALUATED -> all(answer).noneMatch(WrittenForm::isOpen) && isExpanded(expected, answer);
            case SIMPLIFIED ->
                all(answer).noneMatch(node -> isOpen(node) || isReducible(node))
                        && isExpanded(expected, answer)
                        && (hasLetterBelow(expected) || !hasLetterBelow(answer))
                        && 2 * size(answer) <= 3 * size(expected) + 6;
            case FACTORED ->
                all(answer).noneMatch(node -> node instanceof Div && isReducible(node))
                        && factors(value(answer)) >= factors(value(expected));
        };
    }

    /** Returns all nodes of an answer but names that it gives to values: {@code f(2)} in {@code f(2)=3}. */
    private static Stream<Node> all(Node node) {
        if (node instanceof Relation r
                && r.sides().size() > 1
                && isName(r.sides().getFirst())) {
            return r.sides().stream().skip(1).flatMap(WrittenForm::all);
        }
        return Stream.concat(Stream.of(node), node.children().stream().flatMap(WrittenForm::all));
    }

    /** Returns whether an answer has no product or power of sums with letters, unless the expected one has some. */
    private static boolean isExpanded(Node expected, Node answer) {
        return all(expected).anyMatch(WrittenForm::isProductOfSums)
                || all(answer).noneMatch(WrittenForm::isProductOfSums);
    }

    private static boolean isProductOfSums(Node node) {
        return switch (node) {
            case Mul m ->
                m.factors().stream().filter(WrittenForm::isSumWithLetters).count() > 1;
            case Pow p -> isSumWithLetters(p.base()) && isWhole(p.exponent());
            default -> false;
        };
    }

    private static boolean isSumWithLetters(Node node) {
        return node instanceof Add && !node.variables().isEmpty();
    }

    private static boolean isName(Node node) {
        return node instanceof Sym || node instanceof Node.Apply;
    }

    /** Returns what an answer says its value is. */
    private static Node value(Node node) {
        return node instanceof Relation r && isName(r.sides().getFirst())
                ? r.sides().getLast()
                : node;
    }

    /** Returns the single values of lists, tuples, sets and matrices. */
    private static Stream<Node> parts(Node node) {
        Node value = value(node);
        return value instanceof Group || value instanceof Matrix
                ? value.children().stream().flatMap(WrittenForm::parts)
                : Stream.of(value);
    }

    private static int size(Node node) {
        return 1 + node.children().stream().mapToInt(WrittenForm::size).sum();
    }

    /** Returns whether a step remains that only needs to be carried out. */
    private static boolean isOpen(Node node) {
        return switch (node) {
            case Big b -> true;
            case Node.Apply a -> a.variables().isEmpty();
            case Neg n -> n.of() instanceof Neg;
            case Call c -> isOpen(c);
            case Add a ->
                a.terms().stream().anyMatch(WrittenForm::isContainer)
                        || (numbers(a.terms()) > 1 && !isMixedNumber(a))
                        || a.terms().stream().filter(WrittenForm::isImaginary).count() > 1;
            case Mul m -> isOpen(m);
            case Pow p -> isOpen(p);
            case Div d ->
                isContainer(d.over())
                        || (isNumber(d.over()) && isNumber(d.under()) && !isFraction(d))
                        || (isWhole(d.over())
                                && isWhole(d.under())
                                && remainder(d.over(), d.under()).signum() == 0)
                        || mentions(d.under());
            default -> false;
        };
    }

    private static boolean isOpen(Call call) {
        boolean numbers = call.arguments().stream().allMatch(WrittenForm::isNumber);
        Node first = call.arguments().getFirst();
        if (TRIGONOMETRIC.contains(call.function())) {
            return isKnownAngle(first);
        }
        return switch (call.function()) {
            case "root" -> numbers && isPower(number(first), call.arguments().get(1));
            case "ln" ->
                first.equals(Const.E)
                        || isOne(first)
                        || (first instanceof Pow p && p.base().equals(Const.E));
            case "log", "lg" -> isOne(first) || (numbers && isLogarithm(call));
            case "exp" -> numbers && number(first).isZero();
            default -> CARRIED_OUT.contains(call.function()) && numbers;
        };
    }

    private static boolean isOpen(Mul m) {
        boolean scientific = m.factors().size() == 2
                && m.factors().getLast() instanceof Pow p
                && p.base().equals(Num.of(10))
                && isNumber(m.factors().getFirst());
        long numbers = m.factors().stream()
                .filter(factor -> isNumber(factor) || isPowerOfNumbers(factor))
                .count();
        long sums = m.factors().stream()
                .filter(factor -> factor instanceof Add && factor.variables().isEmpty())
                .count();
        return !scientific
                && (numbers > 1
                        || sums > 1
                        || m.factors().stream().anyMatch(WrittenForm::isContainer)
                        || m.factors().stream().filter(WrittenForm::mentions).count() > 1);
    }

    private static boolean isOpen(Pow p) {
        boolean sum = p.base() instanceof Add && p.variables().isEmpty() && isWhole(p.exponent());
        return isContainer(p.base())
                || sum
                || p.base().equals(Const.I)
                || (isPowerOfNumbers(p) && !p.base().equals(Num.of(10)));
    }

    private static boolean isPowerOfNumbers(Node node) {
        return node instanceof Pow p
                && isNumber(p.base())
                && isWhole(p.exponent())
                && number(p.exponent()).abs().compareTo(Rational.of(LARGEST_POWER)) <= 0;
    }

    private static boolean isContainer(Node node) {
        return node instanceof Matrix || node instanceof Group;
    }

    private static boolean mentions(Node node) {
        return node.equals(Const.I) || node.children().stream().anyMatch(WrittenForm::mentions);
    }

    private static boolean isImaginary(Node node) {
        return node.variables().isEmpty() && mentions(node);
    }

    /** Returns a whole number and a proper fraction side by side. */
    private static boolean isMixedNumber(Add sum) {
        return sum.terms().size() == 2
                && isWhole(sum.terms().getFirst())
                && sum.terms().getLast() instanceof Div d
                && isFraction(d)
                && number(d).compareTo(Rational.of(1)) < 0;
    }

    private static boolean isKnownAngle(Node angle) {
        if (angle instanceof Degree d) {
            return isWhole(d.of())
                    && (remainder(d.of(), Num.of(30)).signum() == 0
                            || remainder(d.of(), Num.of(45)).signum() == 0);
        }
        if (isNumber(angle)) {
            return number(angle).isZero();
        }
        if (!angle.variables().isEmpty() || !all(angle).allMatch(WrittenForm::isOfPi)) {
            return false;
        }
        return all(angle)
                .filter(Div.class::isInstance)
                .map(node -> ((Div) node).under())
                .allMatch(under -> Stream.of(1, 2, 3, 4, 6).anyMatch(known -> under.equals(Num.of(known))));
    }

    private static boolean isOfPi(Node node) {
        return node.equals(Const.PI)
                || isNumber(node)
                || node instanceof Mul
                || node instanceof Div
                || node instanceof Neg;
    }

    /** Returns whether a whole number has a root of that index, so that the sign of the root can go. */
    private static boolean isPower(Rational radicand, Node index) {
        return radicand.isInteger()
                && isWhole(index)
                && largestPower(
                                radicand.numerator().abs(),
                                number(index).numerator().intValue(),
                                true)
                        > 0;
    }

    private static boolean isLogarithm(Call call) {
        Rational value = number(call.arguments().getFirst());
        Rational base = call.arguments().size() > 1 ? number(call.arguments().get(1)) : Rational.of(10);
        Rational power = Rational.of(1);
        for (int i = 0; i <= LARGEST_POWER && base.isInteger() && value.isInteger(); i++) {
            if (power.equals(value)) {
                return true;
            }
            power = power.multiply(base);
        }
        return false;
    }

    /** Returns a factor above 1 whose power of that index divides a number, or is it; 0 if there is none among the small ones. */
    private static int largestPower(BigInteger number, int index, boolean whole) {
        for (int factor = 2; index > 1 && index < 10 && factor < 1000; factor++) {
            BigInteger power = BigInteger.valueOf(factor).pow(index);
            if (power.compareTo(number) > 0) {
                return 0;
            }
            if (whole ? power.equals(number) : number.mod(power).signum() == 0) {
                return factor;
            }
        }
        return 0;
    }

    /** Returns whether like parts remain that could be put together. */
    private static boolean isReducible(Node node) {
        return switch (node) {
            case Div d ->
                d.over() instanceof Div
                        || d.under() instanceof Div
                        || hasRoot(d.under())
                        || (isWhole(d.over()) && isWhole(d.under()) && !coprime(d))
                        || factorsOf(d.over()).stream()
                                .anyMatch(factor -> !isNumber(factor)
                                        && factorsOf(d.under()).contains(factor));
            case Call c ->
                c.function().equals("root")
                        && isWhole(c.arguments().getFirst())
                        && isWhole(c.arguments().get(1))
                        && largestPower(
                                        number(c.arguments().getFirst())
                                                .numerator()
                                                .abs(),
                                        number(c.arguments().get(1)).numerator().intValue(),
                                        false)
                                > 0;
            case Add a -> {
                List<List<Node>> terms =
                        a.terms().stream().map(WrittenForm::factorsOf).toList();
                boolean open = terms.stream().anyMatch(term -> term.stream().anyMatch(Add.class::isInstance));
                yield open || terms.stream().distinct().count() < terms.size();
            }
            case Mul m -> {
                List<Node> bases = factorsOf(m);
                yield bases.stream().distinct().count() < bases.size();
            }
            default -> false;
        };
    }

    private static boolean hasRoot(Node node) {
        return (node instanceof Call c && c.function().equals("root"))
                || node.children().stream().anyMatch(WrittenForm::hasRoot);
    }

    private static boolean hasLetterBelow(Node node) {
        return (node instanceof Div d && !d.under().variables().isEmpty())
                || node.children().stream().anyMatch(WrittenForm::hasLetterBelow);
    }

    private static boolean coprime(Div d) {
        return number(d.over()).numerator().gcd(number(d.under()).numerator()).equals(BigInteger.ONE);
    }

    /** Returns the factors of a term without its number, a power of a sum as the sum. */
    private static List<Node> factorsOf(Node term) {
        List<Node> factors = new ArrayList<>();
        collect(term, factors);
        return factors;
    }

    private static void collect(Node term, List<Node> factors) {
        switch (term) {
            case Neg n -> collect(n.of(), factors);
            case Mul m -> m.factors().forEach(factor -> collect(factor, factors));
            case Pow p when p.base() instanceof Add && isWhole(p.exponent()) -> factors.add(p.base());
            case Div d when isNumber(d.under()) -> collect(d.over(), factors);
            default -> {
                if (!isNumber(term)) {
                    factors.add(term);
                }
            }
        }
    }

    /** Returns how many factors with letters a product has, powers counted as often as they say. */
    private static int factors(Node node) {
        return switch (node) {
            case Neg n -> factors(n.of());
            case Mul m -> m.factors().stream().mapToInt(WrittenForm::factors).sum();
            case Div d -> factors(d.over()) + factors(d.under());
            case Pow p
            when isWhole(p.exponent()) && number(p.exponent()).abs().compareTo(Rational.of(LARGEST_POWER)) <= 0 ->
                factors(p.base()) * number(p.exponent()).numerator().abs().intValue();
            default -> node.variables().isEmpty() ? 0 : 1;
        };
    }

    private static boolean isDecimal(Node node) {
        return switch (node) {
            case Num n -> true;
            case Neg n -> isDecimal(n.of());
            case Node.Percent p -> isDecimal(p.of());
            case Degree d -> isDecimal(d.of());
            case Node.Quantity q -> isDecimal(q.value());
            case Mul m ->
                m.factors().size() == 2
                        && isDecimal(m.factors().getFirst())
                        && m.factors().getLast() instanceof Pow p
                        && p.base().equals(Num.of(10))
                        && isWhole(p.exponent());
            default -> false;
        };
    }

    private static long numbers(List<Node> nodes) {
        return nodes.stream().filter(WrittenForm::isNumber).count();
    }

    private static boolean isOne(Node node) {
        return node.equals(Num.ONE);
    }

    private static boolean isFraction(Div d) {
        return isWhole(d.over()) && isWhole(d.under());
    }

    private static boolean isWhole(Node node) {
        return (node instanceof Num n && n.value().isInteger() && !n.decimal())
                || (node instanceof Neg g && isWhole(g.of()));
    }

    private static BigInteger remainder(Node a, Node b) {
        BigInteger under = number(b).numerator();
        return under.signum() == 0 ? BigInteger.ONE : number(a).numerator().mod(under.abs());
    }

    /** Returns a number that is written out, or a fraction of such. */
    private static boolean isNumber(Node node) {
        return switch (node) {
            case Num n -> true;
            case Neg n -> isNumber(n.of());
            case Div d ->
                isNumber(d.over()) && isNumber(d.under()) && !number(d.under()).isZero();
            default -> false;
        };
    }

    private static Rational number(Node node) {
        return switch (node) {
            case Num n -> n.value();
            case Neg n -> number(n.of()).negate();
            case Div d -> number(d.over()).divide(number(d.under()));
            default -> throw new IllegalArgumentException("a number was expected; found " + node);
        };
    }
}
