package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.number.Budget;
import dev.guerdon.math.number.UndecidedException;
import dev.guerdon.math.number.UndefinedException;

/**
 * Makes values of unknown functions into variables: f(2) is one unknown, f(1+1) the same, f(3) another.
 *
 * <p>One instance serves both answers of a comparison, so that the same value gets the same name.
 */
@Internal
public final class Applications {

    private final Algebra algebra;

    public Applications(Budget budget) {
        this.algebra = new Algebra(budget);
    }

    public Node named(Node node) {
        if (node instanceof Apply apply) {
            StringBuilder name = new StringBuilder(apply.name()).append('(');
            for (int i = 0; i < apply.arguments().size(); i++) {
                name.append(i == 0 ? "" : ",")
                        .append(key(named(apply.arguments().get(i))));
            }
            return new Sym(name.append(')').toString());
        }
        return Rewriting.map(node, this::named);
    }

    private String key(Node argument) {
        if (argument instanceof Sym s) {
            return s.name();
        }
        try {
            return Field.key(algebra.normal(argument));
        } catch (UndecidedException | UndefinedException e) {
            return argument.toString();
        }
    }
}
