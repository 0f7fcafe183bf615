package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetBuilder;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Node.Word;
import dev.guerdon.math.algebra.Words;
import dev.guerdon.math.number.Budget;
import dev.guerdon.math.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares two answers by the conventions of answers; values are left to {@link Scalars}. */
@Internal
public final class Comparison {

    private final Budget budget;
    private final Scalars scalars;
    private final Relations relations;

    public Comparison(Budget budget, double tolerance) {
        this.budget = budget;
        this.scalars = new Scalars(budget, tolerance);
        this.relations = new Relations(this, scalars);
    }

    public boolean equal(Node a, Node b) {
        budget.step(1);
        if (a.equals(b)) {
            return true;
        }
        if (a instanceof Relation || b instanceof Relation) {
            return relation(a, b);
        }
        if (isPlural(a) || isPlural(b)) {
            return plural(a, b);
        }
        if (isUnion(a) || isUnion(b)) {
            return union(a, b);
        }
        if (a instanceof Group x) {
            return b instanceof Group y && group(x, y);
        }
        if (b instanceof Group) {
            return false;
        }
        if (a instanceof SetOp || b instanceof SetOp) {
            return a instanceof SetOp x && b instanceof SetOp y && setOperation(x, y);
        }
        if (a instanceof Matrix x) {
            return b instanceof Matrix y && matrix(x, y);
        }
        if (b instanceof Matrix) {
            return false;
        }
        if (a instanceof SetBuilder x) {
            return b instanceof SetBuilder y && equal(x.head(), y.head()) && equal(x.condition(), y.condition());
        }
        if (a instanceof Word || b instanceof Word) {
            return words(a, b);
        }
        return value(a, b);
    }

    private boolean relation(Node a, Node b) {
        Node left = a instanceof Relation r ? relations.membership(r) : null;
        Node right = b instanceof Relation r ? relations.membership(r) : null;
        if (left != null || right != null) {
            return equal(left != null ? left : a, right != null ? right : b);
        }
        if (a instanceof Relation r && b instanceof Relation s) {
            return relations.equal(r, s);
        }
        if (relations.conjunction(a) && relations.conjunction(b)) {
            return relations.equalAll(a, b);
        }
        if (isPlural(a) || isPlural(b)) {
            return plural(a, b);
        }
        boolean first = a instanceof Relation;
        Node value = relations.value((Relation) (first ? a : b));
        return value != null && equal(first ? value : a, first ? b : value);
    }

    /** Bare lists and plus-minus: several values without brackets. */
    private static boolean isPlural(Node node) {
        return (node instanceof Group g && g.isList())
                || node instanceof PlusMinus
                || (node instanceof Relation r && r.sides().getLast() instanceof PlusMinus);
    }

    private boolean plural(Node a, Node b) {
        Values x = Values.of(a, relations);
        Values y = Values.of(b, relations);
        if (x == null || y == null) {
            return false;
        }
        if (x.named() != y.named()) {
            // x=1, x=2 against 1, 2
            if (!x.singleName() && !y.singleName()) {
                return false;
            }
            x = x.withoutNames();
            y = y.withoutNames();
        }
        if ((isSet(a) && isPlainList(b)) || (isSet(b) && isPlainList(a))) {
            // A bare list of values is in order, a set is not: they say different things.
            return false;
        }
        boolean anyOrder = x.anyOrder() || y.anyOrder();
        if (!anyOrder && x.separator() != y.separator()) {
            return false;
        }
        return anyOrder ? unordered(x.items(), y.items()) : ordered(x.items(), y.items());
    }

    private static boolean isSet(Node node) {
        return node instanceof Group g && g.isSet();
    }

    private static boolean isPlainList(Node node) {
        return node instanceof Group g
                && g.isList()
                && g.items().stream().noneMatch(item -> item instanceof PlusMinus || item instanceof Relation);
    }

    private boolean group(Group x, Group y) {
        if (x.isSet() && y.isSet()) {
            return sets(x.items(), y.items());
        }
        if (x.open() != y.open() || x.close() != y.close() || x.separator() != y.separator()) {
            return false;
        }
        if (x.open() == ':' && x.items().size() == y.items().size()) {
            return ordered(shares(x), shares(y));
        }
        return ordered(x.items(), y.items());
    }

    /** The parts of a ratio over its first part. */
    private static List<Node> shares(Group ratio) {
        List<Node> shares = new ArrayList<>();
        for (Node item : ratio.items()) {
            shares.add(new Div(item, ratio.items().getFirst()));
        }
        return shares;
    }

    boolean ordered(List<Node> x, List<Node> y) {
        if (x.size() != y.size()) {
            return false;
        }
        for (int i = 0; i < x.size(); i++) {
            if (!equal(x.get(i), y.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether each has its partner; equality is transitive enough for the first match to do. */
    boolean unordered(List<Node> x, List<Node> y) {
        return x.size() == y.size() && covers(x, y, true);
    }

    private boolean sets(List<Node> x, List<Node> y) {
        List<Node> expandedX = Values.expand(x);
        List<Node> expandedY = Values.expand(y);
        return covers(expandedX, expandedY, false) && covers(expandedY, expandedX, false);
    }

    private boolean covers(List<Node> x, List<Node> y, boolean once) {
        boolean[] taken = new boolean[y.size()];
        for (Node item : x) {
            int found = -1;
            for (int i = 0; i < y.size() && found < 0; i++) {
                if (!(once && taken[i]) && equal(item, y.get(i))) {
                    found = i;
                }
            }
            if (found < 0) {
                return false;
            }
            taken[found] = true;
        }
        return true;
    }

    private boolean setOperation(SetOp x, SetOp y) {
        if (x.operator() != y.operator()) {
            return false;
        }
        if (x.operator() == '∖') {
            return equal(x.left(), y.left()) && equal(x.right(), y.right());
        }
        List<Node> left = new ArrayList<>();
        List<Node> right = new ArrayList<>();
        flatten(x, x.operator(), left);
        flatten(y, x.operator(), right);
        return unordered(left, right);
    }

    private static boolean isUnion(Node node) {
        return node instanceof SetOp op && op.operator() == '∪';
    }

    /** Unions part by part, or as sets of real numbers. */
    private boolean union(Node a, Node b) {
        List<Node> left = new ArrayList<>();
        List<Node> right = new ArrayList<>();
        flatten(a, '∪', left);
        flatten(b, '∪', right);
        return unordered(left, right) || RealSet.equal(left, right, budget);
    }

    private static void flatten(Node node, char operator, List<Node> parts) {
        if (node instanceof SetOp op && op.operator() == operator) {
            flatten(op.left(), operator, parts);
            flatten(op.right(), operator, parts);
        } else {
            parts.add(node);
        }
    }

    private boolean matrix(Matrix x, Matrix y) {
        if (!x.kind().equals(y.kind()) || x.rows().size() != y.rows().size()) {
            return false;
        }
        for (int i = 0; i < x.rows().size(); i++) {
            if (!ordered(x.rows().get(i), y.rows().get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean words(Node a, Node b) {
        String x = letters(a);
        String y = letters(b);
        if (x != null && y != null) {
            if (x.equals(y)) {
                return true;
            }
            boolean text = (a instanceof Word w && w.text()) || (b instanceof Word v && v.text());
            boolean caseless = (text && x.length() > 1)
                    || Words.PLAIN_ANSWERS.contains(x.toLowerCase(Locale.ROOT))
                    || (hasLower(x) && hasLower(y) && x.length() > 2);
            if (caseless && x.equalsIgnoreCase(y)) {
                return true;
            }
            if (a instanceof Word && b instanceof Word) {
                return false;
            }
        }
        return value(a, b);
    }

    private static boolean hasLower(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (Character.isLowerCase(word.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** The letters of a word or a product of plain letters, null for anything else. */
    private static @Nullable String letters(Node node) {
        return switch (node) {
            case Word w -> w.words();
            case Sym s -> s.name();
            case Const c when c == Const.E -> "e";
            case Const c when c == Const.I -> "i";
            case Mul m -> {
                StringBuilder all = new StringBuilder();
                for (Node factor : m.factors()) {
                    String letter = factor instanceof Mul ? null : letters(factor);
                    if (letter == null || letter.length() != 1) {
                        yield null;
                    }
                    all.append(letter);
                }
                yield all.toString();
            }
            default -> null;
        };
    }

    private boolean value(Node a, Node b) {
        if (a instanceof Quantity || b instanceof Quantity) {
            if (a instanceof Quantity x && b instanceof Quantity y && x.power() != y.power()) {
                return false;
            }
            return equal(a instanceof Quantity x ? x.value() : a, b instanceof Quantity y ? y.value() : b);
        }
        Integer infinite = infinity(a);
        if (infinite != null || infinity(b) != null) {
            return infinite != null && infinite.equals(infinity(b));
        }
        Node bareA = bare(a);
        Node bareB = bare(b);
        if (bareA == null && bareB == null) {
            return scalars.equal(a, b);
        }
        boolean percent = isPercent(a) || isPercent(b);
        if (bareA != null && bareB != null) {
            return isPercent(a) == isPercent(b) ? scalars.equal(bareA, bareB) : scalars.equal(a, b);
        }
        // Only one side has a percent or degree sign: it may be presentation.
        Node x = bareA == null ? a : bareA;
        Node y = bareB == null ? b : bareB;
        return ((!percent || atLeastOne(x)) && scalars.equal(x, y)) || scalars.equal(a, b);
    }

    private static @Nullable Integer infinity(Node node) {
        if (node == Const.INFINITY) {
            return 1;
        }
        if (node instanceof Neg n) {
            Integer of = infinity(n.of());
            return of == null ? null : -of;
        }
        if (node instanceof Mul m
                && m.factors().getLast() == Const.INFINITY
                && m.factors().getFirst() instanceof Num n) {
            return n.value().signum();
        }
        return null;
    }

    private static boolean isPercent(Node node) {
        return node instanceof Percent || (node instanceof Neg n && isPercent(n.of()));
    }

    /** The value without its percent or degree sign, null where it has none. */
    private static @Nullable Node bare(Node node) {
        return switch (node) {
            case Percent p -> p.of();
            case Degree d -> d.of();
            case Neg n -> {
                Node of = bare(n.of());
                yield of == null ? null : new Neg(of);
            }
            default -> null;
        };
    }

    /** A percent sign is presentation on 50, not on 0.07, which reads as a share itself. */
    private static boolean atLeastOne(Node node) {
        Node positive = node instanceof Neg n ? n.of() : node;
        if (positive instanceof Num n) {
            return n.value().abs().compareTo(Rational.ONE) >= 0;
        }
        return !(positive instanceof Div);
    }

    /** Whether a node is a name that an equation may define. */
    static boolean isName(Node node) {
        return node instanceof Sym
                || (node instanceof Const c && (c == Const.E || c == Const.I))
                || (node instanceof Apply a && a.arguments().stream().allMatch(arg -> arg instanceof Sym))
                || node instanceof Word
                || (node instanceof Call c
                        && c.function().equals("abs")
                        && isName(c.arguments().getFirst()))
                || (node instanceof Mul m
                        && m.factors().stream()
                                .allMatch(f -> f instanceof Sym s && s.name().length() == 1));
    }
}
