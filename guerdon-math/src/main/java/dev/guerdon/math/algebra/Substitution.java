package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.Set;

/** Puts a value in the place of a variable. */
@Internal
public final class Substitution {

    private Substitution() {}

    public static Node replace(Node node, Sym variable, Node value) {
        if (node instanceof Sym s) {
            return s.equals(variable) ? value : s;
        }
        if (node instanceof Big b && b.variable().equals(variable)) {
            return b;
        }
        return Rewriting.map(node, part -> replace(part, variable, value));
    }

    /** The names of the free variables, in the order of their first appearance. */
    public static Set<String> variables(Node node) {
        return Features.of(node).variables();
    }
}
