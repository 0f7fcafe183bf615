package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cases of a comparison without absolute values, maxima and minima: in each of them every argument keeps its sign. */
final class SignCases {

    private static final int MAX_ARGUMENTS = 4;

    /** Name of the variable that runs through one gap between zeros; no answer can spell it. */
    private static final Sym INSIDE = new Sym("inside the gap");

    private final Node a;
    private final Node b;
    private final ComparisonBudget budget;

    private SignCases(Node a, Node b, ComparisonBudget budget) {
        this.a = a;
        this.b = b;
        this.budget = budget;
    }

    /** Returns the cases that the expressions must agree in, or null if they cannot be told apart. */
    static @Nullable List<ExpressionCase> of(Node a, Node b, ComparisonBudget budget) {
        Algebra algebra = new Algebra(budget);
        return new SignCases(folded(a, algebra), folded(b, algebra), budget).split();
    }

    private @Nullable List<ExpressionCase> split() {
        Set<Node> arguments = new LinkedHashSet<>();
        if (!collect(a, arguments) || !collect(b, arguments)) {
            return null;
        }
        if (arguments.isEmpty()) {
            return List.of();
        }
        Algebra algebra = new Algebra(budget);
        List<Argument> different = new ArrayList<>();
        for (Node argument : arguments) {
            Argument next = Argument.of(argument, algebra);
            Rational constant = constant(argument, next.normal, algebra);
            if (constant != null) {
                Node absolute = Call.of("abs", argument);
                Num value = Num.of(constant.abs());
                return List.of(
                        new ExpressionCase(replaced(a, absolute, value), replaced(b, absolute, value), List.of()));
            }
            if (different.stream().noneMatch(other -> other.key.equals(next.key))) {
                different.add(next);
            }
        }
        if (different.size() > MAX_ARGUMENTS) {
            return null;
        }
        List<UnivariatePolynomial> polynomials = new ArrayList<>();
        for (Argument argument : different) {
            UnivariatePolynomial polynomial = UnivariatePolynomial.of(argument.normal, algebra.field);
            if (polynomial == null
                    || (!polynomials.isEmpty()
                            && !polynomials.getFirst().variable().equals(polynomial.variable()))) {
                return signs(different, algebra);
            }
            polynomials.add(polynomial);
        }
        return gaps(polynomials, algebra);
    }

    /** Returns the only value of an expression that has one although variables stand in it, or null. */
    private static @Nullable Rational constant(Node node, Quot normal, Algebra algebra) {
        Node at = node;
        for (String name : node.variables()) {
            at = at.replace(new Sym(name), Num.of(Rational.of(7, 3)));
        }
        Quot value = algebra.normal(at);
        return value.isConstant() && algebra.subtract(normal, value).isZero() ? value.constant() : null;
    }

    private static Node replaced(Node node, Node part, Node by) {
        return node.equals(part) ? by : node.map(inner -> replaced(inner, part, by));
    }

    /** Returns every combination of signs; one that cannot happen is left out if that is certain. */
    private List<ExpressionCase> signs(List<Argument> arguments, Algebra algebra) {
        List<ExpressionCase> cases = new ArrayList<>();
        for (int signs = 0; signs < 1 << arguments.size(); signs++) {
            List<Node> positive = new ArrayList<>();
            boolean possible = true;
            for (int i = 0; i < arguments.size(); i++) {
                Node of = arguments.get(i).node;
                boolean minus = (signs & 1 << i) != 0;
                positive.add(minus ? new Neg(of) : of);
                possible &= !ExpressionFeatures.ValueRange.isNonNegative(minus ? of : new Neg(of));
            }
            if (possible) {
                cases.add(new ExpressionCase(
                        signed(a, arguments, signs, algebra), signed(b, arguments, signs, algebra), positive));
            }
        }
        return cases;
    }

    private Node signed(Node node, List<Argument> arguments, int signs, Algebra algebra) {
        if (isAbsolute(node)) {
            Argument own = Argument.of(((Call) node).arguments().getFirst(), algebra);
            for (int i = 0; i < arguments.size(); i++) {
                if (arguments.get(i).key.equals(own.key)) {
                    boolean minus = ((signs & 1 << i) != 0) != (arguments.get(i).negative != own.negative);
                    return minus ? new Neg(own.node) : own.node;
                }
            }
        }
        return node.map(part -> signed(part, arguments, signs, algebra));
    }

    /** Returns one case for each gap between the zeros of polynomials in one variable. */
    private @Nullable List<ExpressionCase> gaps(List<UnivariatePolynomial> polynomials, Algebra algebra) {
        Sym variable = new Sym(polynomials.getFirst().variable());
        List<Rational[]> gaps = UnivariatePolynomial.gaps(polynomials, budget);
        if (gaps == null) {
            return null;
        }
        List<ExpressionCase> cases = new ArrayList<>();
        for (Rational[] gap : gaps) {
            Node square = new Pow(INSIDE, Num.of(2));
            Node place = gap[0] == null && gap[1] == null
                    ? INSIDE
                    : gap[0] == null
                            ? new Add(List.of(Num.of(gap[1]), new Neg(square)))
                            : gap[1] == null
                                    ? new Add(List.of(Num.of(gap[0]), square))
                                    : ExpressionCase.between(gap[0], gap[1], INSIDE);
            Rational inside = UnivariatePolynomial.inside(gap[0], gap[1]);
            Node x = signedAt(a, variable, inside, algebra);
            Node y = signedAt(b, variable, inside, algebra);
            cases.add(new ExpressionCase(x, y, x.replace(variable, place), y.replace(variable, place), List.of()));
        }
        return cases;
    }

    private static Node signedAt(Node node, Sym variable, Rational at, Algebra algebra) {
        if (isAbsolute(node)) {
            Node of = ((Call) node).arguments().getFirst();
            Quot value = algebra.normal(of.replace(variable, Num.of(at)));
            return value.constant().signum() < 0 ? new Neg(of) : of;
        }
        return node.map(part -> signedAt(part, variable, at, algebra));
    }

    private static boolean isAbsolute(Node node) {
        return node instanceof Call c
                && c.function().equals("abs")
                && !c.arguments().getFirst().variables().isEmpty()
                && !ExpressionFeatures.of(c).imaginary();
    }

    /** Collects the arguments of absolute values; false where one stands inside of a sum, an integral or another one. */
    private static boolean collect(Node node, Set<Node> arguments) {
        if (isAbsolute(node)) {
            Node argument = ((Call) node).arguments().getFirst();
            arguments.add(argument);
            return !holdsAbsolute(argument);
        }
        if (node instanceof Big) {
            return !holdsAbsolute(node);
        }
        return node.children().stream().allMatch(part -> collect(part, arguments));
    }

    private static boolean holdsAbsolute(Node node) {
        return isAbsolute(node) || node.children().stream().anyMatch(SignCases::holdsAbsolute);
    }

    /** Returns the same with absolute values only: of extremes, even roots of even powers, and of products each factor's. */
    private static Node folded(Node node, Algebra algebra) {
        Node inner = node.map(part -> folded(part, algebra));
        if (inner instanceof Call c) {
            Node first = c.arguments().getFirst();
            return switch (c.function()) {
                case "max", "min" -> {
                    Node extreme = first;
                    for (Node next : c.arguments().subList(1, c.arguments().size())) {
                        Node distance = absolute(new Add(List.of(extreme, new Neg(next))));
                        Node apart = c.function().equals("max") ? distance : new Neg(distance);
                        extreme = new Div(new Add(List.of(extreme, next, apart)), Num.of(2));
                    }
                    yield extreme;
                }
                case "abs" -> absolute(first);
                case "root" -> {
                    Pow square = isEven(c.arguments().getLast()) ? squared(first, algebra) : null;
                    yield square == null
                            ? inner
                            : power(
                                    square,
                                    ((Num) c.arguments().getLast()).value().inverse());
                }
                default -> inner;
            };
        }
        if (inner instanceof Pow p) {
            Rational exponent = rational(p.exponent());
            Pow square = exponent == null || exponent.isInteger() ? null : squared(p.base(), algebra);
            return exponent == null || square == null ? inner : power(square, exponent);
        }
        return inner;
    }

    /** Returns an expression as an even power, a square of a polynomial written out among them; null if it is none. */
    private static @Nullable Pow squared(Node node, Algebra algebra) {
        if (node instanceof Pow p) {
            return isEven(p.exponent()) ? p : null;
        }
        if (!(node instanceof Add)) {
            return null;
        }
        try {
            UnivariatePolynomial polynomial = UnivariatePolynomial.of(algebra.normal(node), algebra.field);
            UnivariatePolynomial root = polynomial == null ? null : polynomial.squareRoot();
            return root == null ? null : new Pow(root.node(), Num.of(2));
        } catch (UndecidedException | UndefinedException e) {
            return null;
        }
    }

    /** Returns an even power to another power: one power of the absolute value. */
    private static Node power(Pow even, Rational exponent) {
        Rational product = ((Num) even.exponent()).value().multiply(exponent);
        Node base = absolute(even.base());
        return product.isOne() ? base : new Pow(base, Num.of(product));
    }

    private static @Nullable Rational rational(Node node) {
        return switch (node) {
            case Num n -> n.value();
            case Div d
            when d.over() instanceof Num p
                    && d.under() instanceof Num q
                    && !q.value().isZero() -> p.value().divide(q.value());
            case Neg n when n.of() instanceof Num m -> m.value().negate();
            default -> null;
        };
    }

    static boolean isEven(Node node) {
        return node instanceof Num n
                && n.value().isInt()
                && n.value().intValue() % 2 == 0
                && !n.value().isZero();
    }

    private static Node absolute(Node of) {
        return switch (of) {
            case Neg n -> absolute(n.of());
            case Mul m -> new Mul(m.factors().stream().map(SignCases::absolute).toList());
            case Div d -> new Div(absolute(d.over()), absolute(d.under()));
            case Pow p
            when p.exponent() instanceof Num n && n.value().isInteger() ->
                isEven(p.exponent()) ? p : new Pow(absolute(p.base()), p.exponent());
            case Call c when c.function().equals("abs") -> c;
            default -> Call.of("abs", of);
        };
    }

    /**
     * An argument of an absolute value.
     *
     * @param key the same for every positive or negative multiple
     * @param negative whether it is a negative multiple of what the key stands for
     */
    private record Argument(Node node, Quot normal, Object key, boolean negative) {

        static Argument of(Node node, Algebra algebra) {
            Quot normal = algebra.normal(node);
            if (normal.over().isZero()) {
                return new Argument(node, normal, normal, false);
            }
            Rational lead = normal.over().sorted().getFirst().getValue();
            Quot key = algebra.field.multiply(normal, Quot.of(lead.inverse()));
            return new Argument(node, normal, key, lead.signum() < 0);
        }
    }
}
