package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Finds logarithms, roots and inverses that add nothing to a value but where it is defined: {@code 0·ln(x-10)}.
 *
 * <p>A function of a restricted domain is idle if the normal form of the whole expression stays the same whatever stands in its place.
 */
@Internal
public final class IdleDomain {

    private static final Set<String> RESTRICTED =
            Set.of("ln", "log", "lg", "root", "asin", "acos", "acosh", "atanh", "factorial", "factorial2");

    /** Two unknowns that no answer can spell. */
    private static final Sym FIRST = new Sym("one unknown");

    private static final Sym SECOND = new Sym("other unknown");

    private IdleDomain() {}

    /** Returns whether one of two expressions of the same value is defined in fewer places, for nothing. */
    public static boolean isNarrower(Node a, Node b, ComparisonBudget budget) {
        Set<Node> left = new LinkedHashSet<>();
        Set<Node> right = new LinkedHashSet<>();
        collect(a, left);
        collect(b, right);
        return isIdle(a, left, right, budget) || isIdle(b, right, left, budget);
    }

    private static boolean isIdle(Node whole, Set<Node> own, Set<Node> others, ComparisonBudget budget) {
        for (Node part : own) {
            if (others.contains(part)) {
                continue;
            }
            Algebra algebra = new Algebra(budget);
            try {
                Quot one = algebra.normal(replaced(whole, part, FIRST));
                if (algebra.subtract(one, algebra.normal(replaced(whole, part, SECOND)))
                        .isZero()) {
                    return true;
                }
            } catch (UndecidedException | UndefinedException e) {
                return true;
            }
        }
        return false;
    }

    private static Node replaced(Node node, Node part, Sym unknown) {
        return node.equals(part) ? unknown : node.map(inner -> replaced(inner, part, unknown));
    }

    private static void collect(Node node, Set<Node> parts) {
        if (node instanceof Call c && RESTRICTED.contains(c.function()) && isRestricted(c)) {
            parts.add(c);
        }
        for (Node part : node.children()) {
            collect(part, parts);
        }
    }

    private static boolean isRestricted(Call call) {
        Node of = call.arguments().getFirst();
        boolean oddRoot = call.function().equals("root")
                && !SignCases.isEven(call.arguments().getLast());
        return !oddRoot && !of.variables().isEmpty() && !ValueRange.isNonNegative(of);
    }
}
