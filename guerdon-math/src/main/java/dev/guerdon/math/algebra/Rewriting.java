package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Node.Ratio;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetBuilder;
import dev.guerdon.math.algebra.Node.SetOp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Walks over the parts of a tree. */
@Internal
public final class Rewriting {

    private Rewriting() {}

    /** The parts of a node in the order they are written. */
    public static List<Node> children(Node node) {
        List<Node> parts = new ArrayList<>();
        map(node, part -> {
            parts.add(part);
            return part;
        });
        return parts;
    }

    /** The node with each of its parts replaced; the parts of the parts are the function's business. */
    public static Node map(Node node, UnaryOperator<Node> change) {
        return switch (node) {
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
            default -> node;
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
}
