package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several values of one answer.
 *
 * @param items the values, or equations that name them
 * @param anyOrder whether their order carries no meaning
 * @param named whether all items are equations
 * @param separator what separates them
 */
@Internal
public record Values(List<Node> items, boolean anyOrder, boolean named, char separator) {

    /** The values of a list, a set, a plus-minus or an equation with one; null for a single value. */
    static @Nullable Values of(Node node, Relations relations) {
        if (node instanceof PlusMinus pm) {
            return new Values(both(pm), true, false, ',');
        }
        if (node instanceof Relation r) {
            Node value = relations.value(r);
            Values values = value == null ? null : of(value, relations);
            return values != null && values.anyOrder ? values : null;
        }
        if (!(node instanceof Group group) || (!group.isList() && !group.isSet())) {
            return null;
        }
        List<Node> items = new ArrayList<>();
        boolean named = false;
        boolean all = true;
        Node name = null;
        for (Node item : group.items()) {
            if (item instanceof Relation r
                    && r.operators().size() == 1
                    && r.operators().getFirst().equals("=")
                    && Comparison.isName(r.sides().getFirst())) {
                name = r.sides().getFirst();
                named = true;
                if (r.sides().getLast() instanceof PlusMinus pm) {
                    for (Node value : both(pm)) {
                        items.add(equation(name, value));
                    }
                } else {
                    items.add(item);
                }
            } else if (name != null && !(item instanceof Relation)) {
                // x = 1, 2 names both.
                items.add(equation(name, item));
            } else {
                all &= name != null;
                items.add(item);
            }
        }
        if (!named) {
            boolean plusMinus = items.stream().anyMatch(PlusMinus.class::isInstance);
            return new Values(
                    expand(items), group.isSet() || plusMinus || group.separator() == '|', false, group.separator());
        }
        return new Values(items, true, all, group.separator());
    }

    private static Node equation(Node name, Node value) {
        return new Relation(List.of(name, value), List.of("="));
    }

    public static List<Node> both(PlusMinus pm) {
        boolean alone = pm.left() instanceof Node.Num n && n.value().isZero();
        return alone
                ? List.of(pm.right(), new Neg(pm.right()))
                : List.of(new Add(List.of(pm.left(), pm.right())), new Add(List.of(pm.left(), new Neg(pm.right()))));
    }

    public static List<Node> expand(List<Node> items) {
        List<Node> expanded = new ArrayList<>(items.size());
        for (Node item : items) {
            if (item instanceof PlusMinus pm) {
                expanded.addAll(both(pm));
            } else {
                expanded.add(item);
            }
        }
        return expanded;
    }

    /** Whether all items are equations for the same name. */
    boolean singleName() {
        Node name = null;
        for (Node item : items) {
            if (!(item instanceof Relation r)
                    || (name != null && !name.equals(r.sides().getFirst()))) {
                return false;
            }
            name = r.sides().getFirst();
        }
        return name != null;
    }

    Values withoutNames() {
        List<Node> bare = new ArrayList<>(items.size());
        for (Node item : items) {
            bare.add(item instanceof Relation r ? r.sides().getLast() : item);
        }
        return new Values(bare, anyOrder, false, separator);
    }
}
