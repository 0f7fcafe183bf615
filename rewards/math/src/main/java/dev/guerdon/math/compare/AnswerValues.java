package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Several values of one answer.
 *
 * @param items the values, or equations that name them
 * @param anyOrder whether their order carries no meaning
 * @param named whether all items are equations
 * @param separator what separates them
 */
record AnswerValues(List<Node> items, boolean anyOrder, boolean named, char separator) {

    private static final Pattern NUMBERED = Pattern.compile("(.*[^0-9])([0-9]{1,3})");

    /** Returns the values of a list, a set, a plus-minus or an equation with one; null for a single value. */
    static @Nullable AnswerValues of(Node node, RelationComparison relations) {
        if (node instanceof PlusMinus pm) {
            return new AnswerValues(both(pm), true, false, ',');
        }
        if (node instanceof Relation r) {
            Node value = relations.value(r);
            AnswerValues values = value == null ? null : of(value, relations);
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
            if (item instanceof Relation r && !relations.holds(r)) {
                return null;
            }
            if (item instanceof Relation r
                    && r.operators().size() == 1
                    && r.operators().getFirst().equals("=")
                    && (AnswerComparison.isName(r.sides().getFirst())
                            || RelationComparison.isNames(
                                    r.sides().getFirst(), r.sides().getLast()))) {
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
            boolean relational = !items.isEmpty() && items.stream().allMatch(Relation.class::isInstance);
            boolean plusMinus = items.stream().anyMatch(PlusMinus.class::isInstance);
            return new AnswerValues(
                    expand(items),
                    group.isSet() || plusMinus || group.separator() == '|',
                    relational,
                    group.separator());
        }
        return new AnswerValues(items, true, all, group.separator());
    }

    /** Returns a system of equations in a brace as the list of them, and a plus-minus inside of an expression as one around it. */
    static Node shaped(Node node) {
        if (node instanceof Relation r && hasPlusMinus(r.sides().getLast())) {
            List<Node> sides = new ArrayList<>(r.sides());
            sides.set(sides.size() - 1, lifted(r.sides().getLast()));
            return new Relation(sides, r.operators());
        }
        if (hasPlusMinus(node)) {
            return lifted(node);
        }
        if (node instanceof Matrix m
                && m.kind().equals("cases")
                && m.rows().stream().allMatch(row -> row.size() == 1 && row.getFirst() instanceof Relation)) {
            List<Node> items = m.rows().stream().map(List::getFirst).toList();
            return items.size() == 1 ? items.getFirst() : new Group(' ', ' ', ',', items);
        }
        return node;
    }

    /** Returns whether both signs are meant somewhere inside of a single value. */
    private static boolean hasPlusMinus(Node node) {
        boolean value = node instanceof Add
                || node instanceof Node.Mul
                || node instanceof Node.Div
                || node instanceof Neg
                || node instanceof Node.Pow
                || node instanceof Node.Call;
        return value && node.children().stream().anyMatch(part -> part instanceof PlusMinus || hasPlusMinus(part));
    }

    private static Node lifted(Node node) {
        Node plus = signed(node, true);
        Node minus = signed(node, false);
        Node two = Node.Num.of(2);
        return new PlusMinus(
                new Node.Div(new Add(List.of(plus, minus)), two),
                new Node.Div(new Add(List.of(plus, new Neg(minus))), two));
    }

    private static Node signed(Node node, boolean plus) {
        if (node instanceof PlusMinus pm) {
            Node right = signed(pm.right(), plus);
            return new Add(List.of(signed(pm.left(), plus), plus ? right : new Neg(right)));
        }
        return node.map(part -> signed(part, plus));
    }

    /** Returns the verdict where one side names values, x = 4, y = -5, and the other is a tuple of them; empty for anything else. */
    static Optional<Boolean> assignment(Node a, Node b, AnswerComparison comparison) {
        Group tuple = tuple(a) != null ? tuple(a) : tuple(b);
        Node other = tuple(a) != null ? b : a;
        if (tuple == null || !(other instanceof Group list) || !list.isList()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        List<Node> values = new ArrayList<>();
        for (Node item : list.items()) {
            if (!(item instanceof Relation r)
                    || !r.operators().equals(List.of("="))
                    || !(r.sides().getFirst() instanceof Sym s)) {
                return Optional.empty();
            }
            names.add(s.name());
            values.add(r.sides().getLast());
        }
        List<String> given = tupleNames(a, b);
        if (given != null) {
            if (given.size() != names.size() || !given.containsAll(names)) {
                return Optional.of(false);
            }
            List<Node> sorted = new ArrayList<>();
            for (String name : given) {
                sorted.add(values.get(names.indexOf(name)));
            }
            return Optional.of(comparison.ordered(sorted, tuple.items()));
        }
        if (list.separator() == '|' || names.size() < 2) {
            return Optional.of(false);
        }
        // Nothing but the alphabet says which comes first.
        List<Node> sorted = new ArrayList<>();
        for (String name : names.stream().sorted().toList()) {
            sorted.add(values.get(names.indexOf(name)));
        }
        boolean distinct = names.stream().distinct().count() == names.size();
        return Optional.of(distinct && comparison.ordered(sorted, tuple.items()));
    }

    private static @Nullable Group tuple(Node node) {
        if (node instanceof Relation r
                && r.operators().equals(List.of("="))
                && r.sides().getFirst() instanceof Group
                && r.sides().getLast() instanceof Group g) {
            return tuple(g);
        }
        return node instanceof Group g
                        && g.open() == '('
                        && g.close() == ')'
                        && g.items().size() > 1
                ? g
                : null;
    }

    /** Returns the names of {@code (x,y) = (1,2)}, null where a tuple has none. */
    private static @Nullable List<String> tupleNames(Node a, Node b) {
        for (Node node : List.of(a, b)) {
            if (node instanceof Relation r && r.sides().getFirst() instanceof Group g) {
                List<String> names = new ArrayList<>();
                for (Node item : g.items()) {
                    names.add(item instanceof Sym s ? s.name() : "?");
                }
                return names;
            }
        }
        return null;
    }

    private static Node equation(Node name, Node value) {
        return new Relation(List.of(name, value), List.of("="));
    }

    static List<Node> both(PlusMinus pm) {
        boolean alone = pm.left() instanceof Node.Num n && n.value().isZero();
        return alone
                ? List.of(pm.right(), new Neg(pm.right()))
                : List.of(new Add(List.of(pm.left(), pm.right())), new Add(List.of(pm.left(), new Neg(pm.right()))));
    }

    static List<Node> expand(List<Node> items) {
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

    /** Returns whether both are joined alike: "or" is not "and", but one name cannot have two values at once. */
    boolean joins(AnswerValues other) {
        boolean alternatives = separator == '|';
        boolean others = other.separator == '|';
        return alternatives == others
                || (singleName() && other.singleName() && separator != '&' && other.separator != '&');
    }

    /** Returns whether all items are equations for the same name. */
    boolean singleName() {
        Node name = null;
        for (Node item : items) {
            if (!(item instanceof Relation r)
                    || !RelationComparison.isEquation(r)
                    || (name != null && !name.equals(r.sides().getFirst()))) {
                return false;
            }
            name = r.sides().getFirst();
        }
        return name != null;
    }

    /** Returns the values of {@code x_1=2, x_2=3} without their names, in the order of the numbers; null for other names. */
    @Nullable
    AnswerValues numbered() {
        TreeMap<Integer, Node> values = new TreeMap<>();
        String letter = null;
        for (Node item : items) {
            Matcher name = item instanceof Relation r
                            && RelationComparison.isEquation(r)
                            && r.sides().getFirst() instanceof Sym s
                    ? NUMBERED.matcher(s.name())
                    : null;
            if (name == null
                    || !name.matches()
                    || (letter != null && !letter.equals(name.group(1)))
                    || values.put(
                                    Integer.valueOf(name.group(2)),
                                    ((Relation) item).sides().getLast())
                            != null) {
                return null;
            }
            letter = name.group(1);
        }
        return new AnswerValues(List.copyOf(values.values()), false, false, ',');
    }

    /** Returns whether all are points, a list of which has no order of its own. */
    boolean isPoints() {
        return items.stream().allMatch(item -> item instanceof Group g && g.open() == '(' && g.close() == ')');
    }

    boolean hasRelations() {
        return items.stream().anyMatch(Relation.class::isInstance);
    }

    AnswerValues withoutNames() {
        List<Node> bare = new ArrayList<>(items.size());
        for (Node item : items) {
            bare.add(item instanceof Relation r ? r.sides().getLast() : item);
        }
        return new AnswerValues(bare, anyOrder, false, separator);
    }
}
