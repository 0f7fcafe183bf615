package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Ratio;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetBuilder;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.number.Budget;
import dev.guerdon.math.read.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the structure of an answer: lists, relations, sets, tuples, intervals and matrices. */
@Internal
public final class Reader {

    private static final String RELATIONS = "=<>≤≥≠≈∈∉⊂⊆≡";

    final Cursor cursor;
    final Budget budget;
    private final Expressions expressions;
    private int depth;

    final Dialect dialect;

    private Reader(List<Token> tokens, Budget budget, Dialect dialect) {
        this.cursor = new Cursor(tokens);
        this.budget = budget;
        this.dialect = dialect;
        this.expressions = new Expressions(this);
    }

    /** What the tokens mean, or null where they are outside of the grammar. */
    public static @Nullable Node read(List<Token> tokens, Budget budget) {
        List<Token> trimmed = trim(tokens);
        if (trimmed.isEmpty()) {
            return null;
        }
        try {
            String run = letterRun(trimmed);
            if (run != null) {
                return new Node.Word(run, false);
            }
            Reader reader = new Reader(trimmed, budget, Dialect.EXACT);
            Node node = reader.items(' ');
            return reader.cursor.atEnd() ? node : null;
        } catch (NotReadException e) {
            return null;
        }
    }

    /** What Math-Verify would read from its tokens, or null where it would not. */
    public static @Nullable Node readVerify(List<Token> tokens, Budget budget) {
        try {
            Reader reader = new Reader(tokens, budget, Dialect.VERIFY);
            Node node = reader.items(' ');
            return reader.cursor.atEnd() ? node : null;
        } catch (NotReadException e) {
            return null;
        }
    }

    /** Three or more letters in a row and nothing else: a word or a name, in which the order of the letters matters. */
    private static @Nullable String letterRun(List<Token> tokens) {
        if (tokens.size() < 3) {
            return null;
        }
        StringBuilder run = new StringBuilder(tokens.size());
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() != Kind.LETTER || token.text().length() != 1 || (i > 0 && token.space())) {
                return null;
            }
            run.append(token.text());
        }
        return run.toString();
    }

    /** Without punctuation at the end, a leading equals sign, and closing brackets that nothing opened. */
    private static List<Token> trim(List<Token> tokens) {
        List<Token> list = new ArrayList<>(tokens.size());
        boolean system = false;
        for (Token token : tokens) {
            // Invisible brackets count only after a brace that opens a system of equations.
            system |= token.is("⦃");
            if (!token.is("⌜") && (system || !token.is("⌟"))) {
                list.add(token);
            }
        }
        if (list.size() > 1 && list.getFirst().is("=")) {
            list.removeFirst();
        }
        while (!list.isEmpty()) {
            Token last = list.getLast();
            boolean punctuation = last.is(".")
                    || last.is(",")
                    || last.is(";")
                    || last.is(":")
                    || last.is("\\\\")
                    || last.is("⏎")
                    || (last.is("'") && list.size() == 2 && list.getFirst().kind() == Kind.NUMBER);
            if (punctuation || (isCloser(last) && unmatched(list))) {
                list.removeLast();
            } else {
                break;
            }
        }
        return list;
    }

    private static boolean isCloser(Token token) {
        return token.is(")") || token.is("]") || token.is("}");
    }

    private static boolean unmatched(List<Token> list) {
        int open = 0;
        for (Token token : list) {
            if (token.is("(") || token.is("[") || token.is("{")) {
                open++;
            } else if (isCloser(token)) {
                open--;
            }
        }
        return open < 0;
    }

    void enter() {
        budget.depth(++depth);
        budget.node();
    }

    void leave() {
        depth--;
    }

    /** Items up to a closing bracket or the end; a single item stands for itself. */
    Node items(char open) {
        List<Node> items = new ArrayList<>(2);
        char separator = ',';
        items.add(relation());
        while (true) {
            boolean comma = cursor.take(",");
            boolean semicolon = !comma && cursor.take(";");
            boolean or = false;
            if (cursor.nextIsWord("and") || cursor.nextIsWord("or")) {
                or = cursor.next().text().equals("or");
            } else if (!comma && !semicolon) {
                break;
            }
            if (semicolon) {
                separator = ';';
            } else if (or) {
                separator = '|';
            }
            items.add(relation());
        }
        return items.size() == 1 && open == ' ' ? items.getFirst() : new Group(open, open, separator, items);
    }

    private Node relation() {
        budget.node();
        Node first = ratio();
        if (!isRelation(cursor.peek())) {
            return first;
        }
        List<Node> sides = new ArrayList<>(3);
        List<String> operators = new ArrayList<>(2);
        sides.add(first);
        while (isRelation(cursor.peek())) {
            operators.add(cursor.next().text());
            sides.add(ratio());
        }
        if (cursor.takeCommand("pmod")) {
            operators.add("mod");
            sides.add(expressions.argument());
        }
        return new Relation(sides, operators);
    }

    private static boolean isRelation(Token token) {
        return token.kind() == Kind.SYMBOL && RELATIONS.contains(token.text());
    }

    private Node ratio() {
        Node left = sets();
        if (cursor.take(":") || (cursor.nextIsWord("to") && cursor.next().kind() == Kind.WORD)) {
            Node right = sets();
            if (cursor.take(":")) {
                // Three parts: kept as a tuple of its own kind.
                Node third = sets();
                return new Group(':', ':', ':', List.of(left, right, third));
            }
            return new Ratio(left, right);
        }
        return left;
    }

    private Node sets() {
        Node left = signed();
        for (int height = 0; ; height++) {
            budget.depth(height);
            Token token = cursor.peek();
            if (token.is("∪") || token.is("∩") || token.is("∖")) {
                cursor.next();
                left = new SetOp(token.text().charAt(0), left, signed());
            } else {
                return left;
            }
        }
    }

    private Node signed() {
        Node left;
        if (cursor.take("±") || cursor.take("∓")) {
            left = new PlusMinus(Node.Num.of(0), expressions.additive());
        } else {
            left = expressions.additive();
        }
        int height = 0;
        while (cursor.take("±") || cursor.take("∓")) {
            budget.depth(++height);
            left = new PlusMinus(left, expressions.additive());
        }
        return left;
    }

    /** What stands between round or square brackets, the opening one taken already. */
    Node bracketed(char open) {
        enter();
        Node inner = items(open);
        Group group = (Group) inner;
        char close;
        if (cursor.take(")")) {
            close = ')';
        } else if (cursor.take("]")) {
            close = ']';
        } else {
            throw NotReadException.INSTANCE;
        }
        leave();
        if (group.items().size() == 1 && (open == '(') == (close == ')')) {
            Node only = group.items().getFirst();
            return only instanceof Matrix matrix && !matrix.kind().equals("cases")
                    ? new Matrix("p", matrix.rows())
                    : only;
        }
        return new Group(open, close, group.separator(), group.items());
    }

    /** What stands between plain braces, the opening one taken already. */
    Node braced() {
        enter();
        Node inner = items('{');
        Group group = (Group) inner;
        Node result;
        if (cursor.peek().kind() == Kind.COMMAND && group.items().size() == 1) {
            String command = cursor.next().text();
            Node right = items(' ');
            result = switch (command) {
                case "over" -> new Node.Div(group.items().getFirst(), right);
                case "choose" -> Node.Call.of("binom", group.items().getFirst(), right);
                case "atop" -> throw NotReadException.INSTANCE;
                default -> throw NotReadException.INSTANCE;
            };
        } else {
            result = group.items().size() == 1
                    ? group.items().getFirst()
                    : new Group('{', '}', group.separator(), group.items());
        }
        cursor.expect("}");
        leave();
        return result;
    }

    /** A set in escaped braces, the opening one taken already. */
    Node set() {
        enter();
        if (dialect == Dialect.EXACT && cursor.take("⦄")) {
            leave();
            return new Group('{', '}', ',', List.of());
        }
        if (cursor.peek().isCommand("begin array") || cursor.peek().isCommand("begin aligned")) {
            // A brace before an array is a system, closed by an invisible bracket.
            cursor.next();
            Node system = matrix("array");
            cursor.take("⌟");
            leave();
            return new Matrix("cases", ((Matrix) system).rows());
        }
        Node inner = items('{');
        Node result;
        if (cursor.take("∣") || cursor.take("|") || cursor.take(":")) {
            result = new SetBuilder(single((Group) inner), items(' '));
        } else if (((Group) inner).items().size() == 1
                && ((Group) inner).items().getFirst() instanceof Ratio builder
                && builder.right() instanceof Relation condition) {
            result = new SetBuilder(builder.left(), condition);
        } else {
            Group group = (Group) inner;
            result = new Group('{', '}', group.separator(), group.items());
        }
        cursor.expect("⦄");
        leave();
        return result;
    }

    private static Node single(Group group) {
        if (group.items().size() != 1) {
            throw NotReadException.INSTANCE;
        }
        return group.items().getFirst();
    }

    /** The rows of an environment, its beginning taken already. */
    Node matrix(String kind) {
        enter();
        if (kind.equals("array")) {
            columns();
        }
        List<List<Node>> rows = new ArrayList<>();
        List<Node> row = new ArrayList<>();
        while (true) {
            if (cursor.takeCommand("end " + kind)) {
                if (!row.isEmpty()) {
                    rows.add(row);
                }
                break;
            }
            if (cursor.atEnd()) {
                throw NotReadException.INSTANCE;
            }
            if (cursor.takeCommand("hline")) {
                continue;
            }
            row.add(items(' '));
            if (cursor.take("&")) {
                continue;
            }
            if (cursor.take("\\\\")) {
                rows.add(row);
                row = new ArrayList<>();
            } else if (!cursor.peek().isCommand("end " + kind)) {
                throw NotReadException.INSTANCE;
            }
        }
        leave();
        if (rows.isEmpty()) {
            throw NotReadException.INSTANCE;
        }
        return switch (kind) {
            case "pmatrix", "bmatrix", "Bmatrix" -> new Matrix("p", rows);
            case "vmatrix" -> Node.Call.of("det", new Matrix("p", rows));
            default -> new Matrix(kind, rows);
        };
    }

    /** The column description of an array. */
    private void columns() {
        if (cursor.take("{")) {
            while (!cursor.take("}")) {
                if (cursor.next().kind() == Kind.END) {
                    throw NotReadException.INSTANCE;
                }
            }
        }
    }
}
