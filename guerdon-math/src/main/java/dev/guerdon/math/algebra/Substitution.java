package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts a value in the place of a variable. */
@Internal
public final class Substitution {

    private Substitution() {}

    public static Node replace(Node node, Sym variable, Node value) {
        return switch (node) {
            case Sym s -> s.equals(variable) ? value : s;
            case Add a -> new Add(all(a.terms(), variable, value));
            case Mul m -> new Mul(all(m.factors(), variable, value));
            case Div d -> new Div(replace(d.over(), variable, value), replace(d.under(), variable, value));
            case Neg n -> new Neg(replace(n.of(), variable, value));
            case Pow p -> new Pow(replace(p.base(), variable, value), replace(p.exponent(), variable, value));
            case Call c -> new Call(c.function(), all(c.arguments(), variable, value));
            case Percent p -> new Percent(replace(p.of(), variable, value));
            case Node.Ratio r ->
                new Node.Ratio(replace(r.left(), variable, value), replace(r.right(), variable, value));
            case Node.Quantity q -> new Node.Quantity(replace(q.value(), variable, value), q.power());
            case Degree d -> new Degree(replace(d.of(), variable, value));
            case Big b ->
                b.variable().equals(variable)
                        ? b
                        : new Big(
                                b.operator(),
                                b.variable(),
                                optional(b.from(), variable, value),
                                optional(b.to(), variable, value),
                                replace(b.body(), variable, value));
            default -> node;
        };
    }

    /** The names of the free variables, in the order of their first appearance. */
    public static Set<String> variables(Node node) {
        Set<String> names = new LinkedHashSet<>();
        Points.collect(node, names, new boolean[2]);
        return names;
    }

    private static @Nullable Node optional(@Nullable Node node, Sym variable, Node value) {
        return node == null ? null : replace(node, variable, value);
    }

    private static List<Node> all(List<Node> nodes, Sym variable, Node value) {
        List<Node> replaced = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            replaced.add(replace(node, variable, value));
        }
        return replaced;
    }
}
