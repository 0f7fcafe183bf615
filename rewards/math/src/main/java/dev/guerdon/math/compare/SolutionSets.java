package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetBuilder;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.UndecidedException;
import dev.guerdon.math.compare.RealSet.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sets of real numbers in every notation: intervals, inequalities, set-builders, memberships, unions and differences. */
final class SolutionSets {

    private static final Sym REALS = new Sym("setR");

    private final ScalarComparison scalars;
    private final RealSet sets;

    SolutionSets(ScalarComparison scalars) {
        this.scalars = scalars;
        this.sets = new RealSet(scalars);
    }

    /**
     * The numbers that an answer describes.
     *
     * @param name the variable it describes them by, null where it names none
     */
    private record Solution(@Nullable String name, List<Interval> parts) {}

    /** Returns whether an answer can only be read as a set of numbers. */
    static boolean isSolution(Node node) {
        return switch (node) {
            case Relation r ->
                RelationComparison.isInequality(r)
                        || r.operators().equals(List.of("∈"))
                        || r.operators().equals(List.of("≠"));
            case SetBuilder s -> true;
            case SetOp s -> true;
            case Sym s -> s.equals(REALS);
            case Group g ->
                g.isList() && !g.items().isEmpty() && g.items().stream().allMatch(SolutionSets::isSolution);
            default -> false;
        };
    }

    /** Returns the verdict where both answers are such sets, empty where one of them is not or the order of their ends is not certain. */
    Optional<Boolean> equal(Node a, Node b) {
        try {
            return decided(a, b);
        } catch (UndecidedException e) {
            return Optional.empty();
        }
    }

    private Optional<Boolean> decided(Node a, Node b) {
        Solution x = solution(a);
        Solution y = x == null ? null : solution(b);
        if (x == null || y == null) {
            return Optional.empty();
        }
        if (x.name != null && y.name != null && !x.name.equals(y.name)) {
            return Optional.of(false);
        }
        if (RealSet.allPlain(x.parts) && RealSet.allPlain(y.parts)) {
            return Optional.of(sets.equal(x.parts, y.parts));
        }
        if (x.parts.size() == 1 && y.parts.size() == 1) {
            return Optional.of(sets.same(x.parts.getFirst(), y.parts.getFirst()));
        }
        return Optional.empty();
    }

    /** Returns the numbers that a condition on one variable holds for, or null if they are not known. */
    @Nullable
    List<Interval> region(Node condition) {
        Solution solution = solution(condition);
        return solution != null && RealSet.allPlain(solution.parts) ? solution.parts : null;
    }

    private @Nullable Solution solution(Node node) {
        return switch (node) {
            case Sym s -> s.equals(REALS) ? new Solution(null, List.of(RealSet.ALL)) : null;
            case Relation r -> relation(r);
            case SetBuilder s -> builder(s);
            case SetOp s -> operation(s);
            case Group g when g.isList() -> joined(g);
            case Group g -> {
                List<Interval> parts = RealSet.intervals(List.of(g));
                yield parts == null ? null : new Solution(null, parts);
            }
            default -> null;
        };
    }

    private @Nullable Solution builder(SetBuilder builder) {
        Node head = builder.head();
        if (head instanceof Relation r) {
            Node set = RelationComparison.membership(r);
            if (set == null || !set.equals(REALS)) {
                return null;
            }
            head = r.sides().getFirst();
        }
        Solution condition = solution(builder.condition());
        // {x | x > 1} and {t | t > 1} are the same set.
        return condition != null && head instanceof Sym s && s.name().equals(condition.name)
                ? new Solution(null, condition.parts)
                : null;
    }

    private @Nullable Solution operation(SetOp operation) {
        Solution left = solution(operation.left());
        Solution right = left == null ? null : solution(operation.right());
        if (left == null || right == null || !RealSet.allPlain(left.parts) || !RealSet.allPlain(right.parts)) {
            return null;
        }
        String name = left.name != null ? left.name : right.name;
        return switch (operation.operator()) {
            case '∪' -> new Solution(name, both(left.parts, right.parts));
            case '∩' -> new Solution(name, sets.intersection(left.parts, right.parts));
            default -> new Solution(name, sets.intersection(left.parts, sets.complement(right.parts)));
        };
    }

    private static List<Interval> both(List<Interval> a, List<Interval> b) {
        List<Interval> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    /** Conditions joined by "or", "and" or commas. */
    private @Nullable Solution joined(Group group) {
        Solution result = null;
        List<Interval> union = new ArrayList<>();
        for (Node item : group.items()) {
            Solution next = item instanceof Relation r ? relation(r) : group.separator() == '|' ? solution(item) : null;
            if (next == null || !RealSet.allPlain(next.parts)) {
                return null;
            }
            if (result != null && result.name != null && !result.name.equals(next.name)) {
                return null;
            }
            union.addAll(next.parts);
            result = result == null
                    ? next
                    : new Solution(
                            next.name,
                            group.separator() == '|'
                                    ? both(result.parts, next.parts)
                                    : sets.intersection(result.parts, next.parts));
        }
        if (result != null && result.parts.isEmpty() && group.separator() != '|' && group.separator() != '&') {
            // With commas, x < 1, x > 3 lists two parts; nobody writes a contradiction.
            return new Solution(result.name, union);
        }
        return result;
    }

    private @Nullable Solution relation(Relation r) {
        Node set = RelationComparison.membership(r);
        if (set != null && r.sides().getFirst() instanceof Sym s) {
            Solution of = solution(set);
            return of == null ? null : new Solution(s.name(), of.parts);
        }
        if (r.operators().size() == 1) {
            return single(
                    r.sides().getFirst(), r.operators().getFirst(), r.sides().getLast());
        }
        if (!RelationComparison.isInequality(r) || r.operators().size() != 2) {
            return null;
        }
        Solution left = single(r.sides().get(0), r.operators().get(0), r.sides().get(1));
        Solution right =
                single(r.sides().get(1), r.operators().get(1), r.sides().get(2));
        if (left == null || right == null || left.name == null || !left.name.equals(right.name)) {
            return null;
        }
        if (RealSet.allPlain(left.parts) && RealSet.allPlain(right.parts)) {
            return new Solution(left.name, sets.intersection(left.parts, right.parts));
        }
        Interval p = left.parts.getFirst();
        Interval q = right.parts.getFirst();
        boolean up = RealSet.infinite(p.high()) != 0 && RealSet.infinite(q.low()) != 0;
        boolean down = RealSet.infinite(p.low()) != 0 && RealSet.infinite(q.high()) != 0;
        return up
                ? new Solution(left.name, List.of(new Interval(p.low(), p.lowOpen(), q.high(), q.highOpen())))
                : down
                        ? new Solution(left.name, List.of(new Interval(q.low(), q.lowOpen(), p.high(), p.highOpen())))
                        : null;
    }

    /** Returns a relation that is linear in its only variable, or has a bare name on one side. */
    private @Nullable Solution single(Node left, String operator, Node right) {
        if (left instanceof Sym s && !right.variables().contains(s.name())) {
            return bounded(s.name(), operator, right);
        }
        if (right instanceof Sym s && !left.variables().contains(s.name())) {
            return bounded(s.name(), flipped(operator), left);
        }
        Node difference = new Add(List.of(left, new Neg(right)));
        Set<String> names = difference.variables();
        if (names.size() != 1 || RealSet.infinite(left) != 0 || RealSet.infinite(right) != 0) {
            return null;
        }
        Sym variable = new Sym(names.iterator().next());
        Node shift = difference.replace(variable, Num.of(0));
        Node slope = new Add(List.of(difference.replace(variable, Num.ONE), new Neg(shift)));
        int sign = scalars.sign(slope);
        if (sign == 0 || !scalars.equal(difference, new Add(List.of(new Mul(List.of(slope, variable)), shift)))) {
            return null;
        }
        Node bound = new Neg(new Div(shift, slope));
        return bounded(variable.name(), sign > 0 ? operator : flipped(operator), bound);
    }

    private static String flipped(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case ">" -> "<";
            case "≤" -> "≥";
            case "≥" -> "≤";
            default -> operator;
        };
    }

    private static @Nullable Solution bounded(String name, String operator, Node bound) {
        if (bound instanceof Group || bound instanceof Node.PlusMinus || bound instanceof Node.Word) {
            return null;
        }
        return switch (operator) {
            case "<", "≤" ->
                new Solution(
                        name,
                        List.of(new Interval(RealSet.LEAST, true, bound, operator.equals("<") || endless(bound))));
            case ">", "≥" ->
                new Solution(
                        name,
                        List.of(new Interval(bound, operator.equals(">") || endless(bound), Const.INFINITY, true)));
            case "=" -> new Solution(name, List.of(Interval.point(bound)));
            case "≠" ->
                new Solution(
                        name,
                        List.of(
                                new Interval(RealSet.LEAST, true, bound, true),
                                new Interval(bound, true, Const.INFINITY, true)));
            default -> null;
        };
    }

    private static boolean endless(Node bound) {
        return RealSet.infinite(bound) != 0;
    }
}
