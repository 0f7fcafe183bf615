package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.MeasureUnits.Unit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Expression that an answer was read as. */
@Internal
public sealed interface Node {

    /** Returns the parts in the order they are written. */
    default List<Node> children() {
        List<Node> parts = new ArrayList<>();
        Node unused = map(part -> {
            parts.add(part);
            return part;
        });
        return parts;
    }

    /** Returns this node with each of its parts replaced; the parts of the parts are the function's business. */
    default Node map(UnaryOperator<Node> change) {
        return switch (this) {
            case Add a -> new Add(all(a.terms(), change));
            case Mul m -> new Mul(all(m.factors(), change));
            case Div d -> new Div(change.apply(d.over()), change.apply(d.under()));
            case Neg n -> new Neg(change.apply(n.of()));
            case Pow p -> new Pow(change.apply(p.base()), change.apply(p.exponent()));
            case Call c -> new Call(c.function(), all(c.arguments(), change));
            case Apply a -> new Apply(a.name(), all(a.arguments(), change));
            case Percent p -> new Percent(change.apply(p.of()));
            case Degree d -> new Degree(change.apply(d.of()));
            case Quantity q -> new Quantity(change.apply(q.value()), q.unit());
            case Ratio r -> new Ratio(change.apply(r.left()), change.apply(r.right()));
            case PlusMinus p -> new PlusMinus(change.apply(p.left()), change.apply(p.right()));
            case Relation r -> new Relation(all(r.sides(), change), r.operators());
            case Group g -> new Group(g.open(), g.close(), g.separator(), all(g.items(), change));
            case SetOp s -> new SetOp(s.operator(), change.apply(s.left()), change.apply(s.right()));
            case SetBuilder s -> new SetBuilder(change.apply(s.head()), change.apply(s.condition()));
            case Matrix m -> {
                List<List<Node>> rows = new ArrayList<>(m.rows().size());
                for (List<Node> row : m.rows()) {
                    rows.add(all(row, change));
                }
                yield new Matrix(m.kind(), rows);
            }
            case Big b ->
                new Big(
                        b.operator(),
                        b.variable(),
                        optional(b.from(), change),
                        optional(b.to(), change),
                        change.apply(b.body()));
            default -> this;
        };
    }

    private static @Nullable Node optional(@Nullable Node node, UnaryOperator<Node> change) {
        return node == null ? null : change.apply(node);
    }

    private static List<Node> all(List<Node> nodes, UnaryOperator<Node> change) {
        List<Node> changed = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            changed.add(change.apply(node));
        }
        return changed;
    }

    /** Returns this node with a value in the place of a variable. */
    default Node replace(Sym variable, Node value) {
        if (this instanceof Sym s) {
            return s.equals(variable) ? value : s;
        }
        if (this instanceof Big b && b.variable().equals(variable)) {
            return b;
        }
        return map(part -> part.replace(variable, value));
    }

    /** Returns the names of the free variables, in the order of their first appearance. */
    default Set<String> variables() {
        return ExpressionFeatures.of(this).variables();
    }

    /**
     * A number written out.
     *
     * @param decimal whether it was written with a decimal point or exponent
     */
    record Num(Rational value, boolean decimal) implements Node {
        public static final Num ONE = of(1);
        public static final Num MINUS_ONE = of(-1);

        public static Num of(long value) {
            return new Num(Rational.of(value), false);
        }

        public static Num of(Rational value) {
            return new Num(value, false);
        }
    }

    /** A variable, with its subscript in its name. */
    record Sym(String name) implements Node {}

    /** A constant with a name of its own. */
    enum Const implements Node {
        PI,
        E,
        I,
        INFINITY
    }

    record Add(List<Node> terms) implements Node {}

    record Mul(List<Node> factors) implements Node {}

    record Div(Node over, Node under) implements Node {}

    record Neg(Node of) implements Node {}

    record Pow(Node base, Node exponent) implements Node {}

    /** A function with a meaning: {@code root} (radicand, index), {@code log} (argument, base), {@code sin}, {@code abs}, ... */
    record Call(String function, List<Node> arguments) implements Node {
        public static Call of(String function, Node... arguments) {
            return new Call(function, List.of(arguments));
        }
    }

    /** A function without a meaning, such as {@code f(x)}. */
    record Apply(String name, List<Node> arguments) implements Node {}

    /**
     * A sum, product, integral or limit.
     *
     * @param operator {@code sum}, {@code prod}, {@code int} or {@code lim}
     * @param from the lower bound or the point of a limit, null for an indefinite integral
     * @param to the upper bound, or the side of a limit as a number (-1, 1), null if there is none
     */
    record Big(
            String operator,
            Sym variable,
            @Nullable Node from,
            @Nullable Node to,
            Node body) implements Node {}

    /** Both {@code left + right} and {@code left - right}. */
    record PlusMinus(Node left, Node right) implements Node {}

    /** A chain of relations: one operator between each two neighbouring sides. */
    record Relation(List<Node> sides, List<String> operators) implements Node {}

    /**
     * Items in a row: {@code 1,2}, {@code (1,2)}, {@code [0,1)}, {@code \{1,2\}}.
     *
     * @param open the opening bracket, a space for a bare list
     * @param separator a comma or semicolon, {@code |} for "or"
     */
    record Group(char open, char close, char separator, List<Node> items) implements Node {
        public boolean isList() {
            return open == ' ';
        }

        public boolean isSet() {
            return open == '{';
        }
    }

    /** A union, intersection or difference: operator {@code ∪}, {@code ∩}, {@code ∖}. */
    record SetOp(char operator, Node left, Node right) implements Node {}

    /** {@code {head | condition}}. */
    record SetBuilder(Node head, Node condition) implements Node {}

    /** Rows of entries; kind {@code p} for any bracketed matrix, {@code array} and {@code cases} for the others. */
    record Matrix(String kind, List<List<Node>> rows) implements Node {}

    record Percent(Node of) implements Node {}

    record Degree(Node of) implements Node {}

    /** A number with its base as subscript. */
    record Based(String digits, int base, BigInteger value) implements Node {}

    record Ratio(Node left, Node right) implements Node {}

    /**
     * A time of day or a date.
     *
     * @param moment what it is, the same for every way to write it
     * @param bare what is written without what says so: 3:30 of 3:30 p.m.
     */
    record Moment(String moment, Node bare) implements Node {}

    /** A value with its unit. */
    record Quantity(Node value, Unit unit) implements Node {}

    /**
     * Words.
     *
     * @param text whether they were marked as text rather than found among mathematics
     */
    record Word(String words, boolean text) implements Node {}
}
