package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Node.Word;
import dev.guerdon.math.algebra.UndecidedException;
import dev.guerdon.math.compare.RealSet.Interval;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions given by pieces: equal to another function where they agree on the common part of each two pieces. */
final class PiecewiseComparison {

    /** Name of a variable that any value may be put for, to stay inside of an interval; no answer can spell it. */
    private static final Sym INSIDE = new Sym("inside the piece");

    private final AnswerComparison comparison;
    private final ScalarComparison scalars;
    private final SolutionSets solutions;
    private final RealSet sets;

    PiecewiseComparison(AnswerComparison comparison, ScalarComparison scalars, SolutionSets solutions) {
        this.comparison = comparison;
        this.scalars = scalars;
        this.solutions = solutions;
        this.sets = new RealSet(scalars);
    }

    /** A value and where it holds. */
    private record Piece(Node value, List<Interval> region) {}

    /** Rows of a value and the condition under which it holds. */
    static boolean isPiecewise(Node node) {
        Node of = body(node);
        return of instanceof Matrix m
                && m.kind().equals("cases")
                && m.rows().stream().allMatch(row -> row.size() == 2);
    }

    /** Returns what a name is defined as, or the node itself. */
    private static Node body(Node node) {
        return node instanceof Relation r
                        && RelationComparison.isDefinition(r)
                        && r.sides().size() == 2
                ? r.sides().getLast()
                : node;
    }

    boolean equal(Node a, Node b) {
        if (isPiecewise(a) && isPiecewise(b) && paired((Matrix) body(a), (Matrix) body(b))) {
            return true;
        }
        Set<String> names = new LinkedHashSet<>(conditions(a));
        names.addAll(conditions(b));
        if (names.size() != 1) {
            return false;
        }
        Sym variable = new Sym(names.iterator().next());
        try {
            List<Piece> x = pieces(a);
            List<Piece> y = x == null ? null : pieces(b);
            return x != null && y != null && sets.equal(covered(x), covered(y)) && agree(x, y, variable);
        } catch (UndecidedException e) {
            return false;
        }
    }

    /** Returns whether each piece has a partner of the same value and the same condition. */
    private boolean paired(Matrix a, Matrix b) {
        return Pairing.inAnyOrder(
                a.rows(),
                b.rows(),
                (p, q) -> comparison.equal(p.getFirst(), q.getFirst())
                        && ((isRest(p.getLast()) && isRest(q.getLast()))
                                || comparison.equal(p.getLast(), q.getLast())));
    }

    private static boolean isRest(Node condition) {
        return condition instanceof Word w
                && List.of("otherwise", "else").contains(w.words().toLowerCase(Locale.ROOT));
    }

    private static Set<String> conditions(Node node) {
        Set<String> names = new LinkedHashSet<>();
        if (isPiecewise(node)) {
            ((Matrix) body(node))
                    .rows()
                    .forEach(row -> names.addAll(row.getLast().variables()));
        }
        return names;
    }

    /** Returns the pieces of a function; one that is written without holds everywhere. Null where a condition is no set of numbers. */
    private @Nullable List<Piece> pieces(Node node) {
        Node body = body(node);
        if (!isPiecewise(node)) {
            boolean scalar = !(body instanceof Node.Group
                    || body instanceof Matrix
                    || body instanceof Relation
                    || body instanceof Word
                    || body instanceof Node.Moment);
            return scalar ? List.of(new Piece(body, List.of(RealSet.ALL))) : null;
        }
        List<Piece> pieces = new ArrayList<>();
        Node rest = null;
        for (List<Node> row : ((Matrix) body).rows()) {
            if (isRest(row.getLast())) {
                rest = row.getFirst();
                continue;
            }
            List<Interval> region = solutions.region(row.getLast());
            if (region == null) {
                return null;
            }
            pieces.add(new Piece(row.getFirst(), region));
        }
        if (rest != null) {
            pieces.add(new Piece(rest, sets.complement(covered(pieces))));
        }
        return pieces;
    }

    private static List<Interval> covered(List<Piece> pieces) {
        return pieces.stream().flatMap(piece -> piece.region.stream()).toList();
    }

    private boolean agree(List<Piece> x, List<Piece> y, Sym variable) {
        for (Piece p : x) {
            for (Piece q : y) {
                for (Interval part : sets.intersection(p.region, q.region)) {
                    if (!agree(p.value, q.value, variable, part)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Returns whether two values agree inside of an interval, and at the ends that belong to it. */
    private boolean agree(Node p, Node q, Sym variable, Interval part) {
        if (p instanceof Word || q instanceof Word) {
            return comparison.equal(p, q);
        }
        return (part.lowOpen() || agree(p, q, variable, part.low()))
                && (part.highOpen() || agree(p, q, variable, part.high()))
                && (part.low().equals(part.high()) || agree(p, q, variable, place(part)));
    }

    private boolean agree(Node p, Node q, Sym variable, Node at) {
        return scalars.equal(p.replace(variable, at), q.replace(variable, at));
    }

    /** Returns an expression whose values are those between two ends, and no others. */
    private static Node place(Interval part) {
        Node square = new Pow(INSIDE, Num.of(2));
        boolean endless = RealSet.infinite(part.high()) != 0;
        if (RealSet.infinite(part.low()) != 0) {
            return endless ? INSIDE : new Add(List.of(part.high(), new Neg(square)));
        }
        if (endless) {
            return new Add(List.of(part.low(), square));
        }
        Node width = new Add(List.of(part.high(), new Neg(part.low())));
        return new Add(List.of(part.low(), new Div(width, new Add(List.of(Num.of(2), square)))));
    }
}
