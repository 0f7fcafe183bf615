package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Ratio;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetBuilder;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the structure of an answer: lists, relations, sets, tuples, intervals and matrices. */
@Internal
public final class AnswerReader {

    private static final Set<String> CONDITIONS = Set.of("if", "when", "for", "where", "If", "When", "For");

    private static final String RELATIONS = "=<>≤≥≠≈∈∉⊂⊆≡";

    final TokenCursor cursor;
    final ComparisonBudget budget;
    private final ExpressionReader expressions;
    private int depth;

    final AnswerDialect dialect;
    final Set<String> functions;

    private AnswerReader(
            List<AnswerToken> tokens, ComparisonBudget budget, AnswerDialect dialect, Set<String> functions) {
        this.cursor = new TokenCursor(tokens);
        this.budget = budget;
        this.dialect = dialect;
        this.functions = functions;
        this.expressions = new ExpressionReader(this);
    }

    /** Returns what the tokens mean, or null where they are outside of the grammar. */
    public static @Nullable Node read(List<AnswerToken> tokens, ComparisonBudget budget) {
        return read(tokens, budget, Set.of());
    }

    /**
     * Returns what the tokens mean, or null where they are outside of the grammar.
     *
     * @param functions letters that name functions: before a bracket they are applied, not multiplied
     */
    public static @Nullable Node read(List<AnswerToken> tokens, ComparisonBudget budget, Set<String> functions) {
        List<AnswerToken> trimmed = TokenTrimming.trim(tokens);
        if (trimmed.isEmpty()) {
            return null;
        }
        try {
            String run = TokenTrimming.letterRun(trimmed);
            if (run != null) {
                return new Node.Word(run, false);
            }
            AnswerReader reader = new AnswerReader(trimmed, budget, AnswerDialect.EXACT, functions);
            Node node = reader.items(' ');
            return reader.cursor.atEnd() ? node : null;
        } catch (NotReadException e) {
            return null;
        }
    }

    /** Returns what Math-Verify would read from its tokens, or null where it would not. */
    public static @Nullable Node readVerify(List<AnswerToken> tokens, ComparisonBudget budget) {
        AbsoluteBars.resolve(tokens);
        try {
            AnswerReader reader = new AnswerReader(tokens, budget, AnswerDialect.VERIFY, Set.of());
            Node node = reader.items(' ');
            return reader.cursor.atEnd() ? node : null;
        } catch (NotReadException e) {
            return null;
        }
    }

    /**
     * Returns the letters that name functions in two answers: wherever one of them occurs, a bracket with a single name or number follows.
     */
    public static Set<String> functions(List<AnswerToken> a, List<AnswerToken> b) {
        Set<String> applied = new HashSet<>();
        Set<String> bare = new HashSet<>(Set.of("e", "i", "pi", "∞"));
        collect(a, applied, bare);
        collect(b, applied, bare);
        applied.removeAll(bare);
        return applied;
    }

    private static void collect(List<AnswerToken> tokens, Set<String> applied, Set<String> bare) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).kind() == Kind.LETTER) {
                (isApplied(tokens, i + 1) ? applied : bare).add(tokens.get(i).text());
            }
        }
    }

    private static boolean isApplied(List<AnswerToken> tokens, int from) {
        int at = from;
        while (at < tokens.size() && tokens.get(at).is("'")) {
            at++;
        }
        if (at >= tokens.size() || !tokens.get(at).is("(")) {
            return false;
        }
        at++;
        if (at < tokens.size() && tokens.get(at).is("-")) {
            at++;
        }
        return at + 1 < tokens.size()
                && (tokens.get(at).kind() == Kind.NUMBER || tokens.get(at).kind() == Kind.LETTER)
                && tokens.get(at + 1).is(")");
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
        boolean all = false;
        boolean signs = false;
        boolean commas = false;
        items.add(relation());
        while (true) {
            boolean comma = cursor.take(",");
            boolean semicolon = !comma && cursor.take(";");
            comma |= !semicolon && membershipFollows();
            boolean or = false;
            if (cursor.nextIsWord("and")
                    || cursor.nextIsWord("or")
                    || cursor.peek().is("∧")
                    || cursor.peek().is("∨")) {
                AnswerToken word = cursor.next();
                signs |= word.kind() == Kind.SYMBOL;
                or = word.text().equals("or") || word.is("∨");
                all |= !or;
            } else if (!comma && !semicolon) {
                break;
            }
            if ((comma || semicolon) && endsCell()) {
                break;
            }
            commas |= comma;
            if (semicolon) {
                separator = ';';
            } else if (or) {
                separator = '|';
            }
            items.add(relation());
        }
        if (signs && !items.stream().allMatch(Relation.class::isInstance)) {
            // "p ∧ q" is logic, no list.
            throw NotReadException.INSTANCE;
        }
        if (separator == ';' && !commas && dialect == AnswerDialect.EXACT) {
            // Only where both occur does a semicolon say more than a comma.
            separator = ',';
        }
        if (all && separator == ',' && items.stream().allMatch(Relation.class::isInstance)) {
            separator = '&';
        }
        return items.size() == 1 && open == ' ' ? items.getFirst() : new Group(open, open, separator, items);
    }

    /** Takes the word in front of a membership that says what a letter stands for: {@code for k ∈ ℤ}. */
    private boolean membershipFollows() {
        boolean word = dialect == AnswerDialect.EXACT
                && (isCondition(cursor.peek()) || cursor.nextIsWord("with"))
                && cursor.peek(1).kind() == Kind.LETTER
                && cursor.peek(2).is("∈");
        if (word) {
            cursor.next();
        }
        return word;
    }

    /** Returns whether a comma was the last thing in a cell: {@code x, & x > 0}. */
    private boolean endsCell() {
        return dialect == AnswerDialect.EXACT
                && (cursor.peek().is("&") || cursor.peek().is("\\\\") || isCondition(cursor.peek()));
    }

    /** Returns whether a word says that a condition follows. */
    static boolean isCondition(AnswerToken token) {
        return token.kind() == Kind.WORD && CONDITIONS.contains(token.text());
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

    private static boolean isRelation(AnswerToken token) {
        return token.kind() == Kind.SYMBOL && RELATIONS.contains(token.text());
    }

    private Node ratio() {
        if (dialect == AnswerDialect.EXACT && cursor.peek().is("≠")) {
            throw NotReadException.INSTANCE;
        }
        Node left = sets();
        if (cursor.take(":") || (cursor.nextIsWord("to") && cursor.next().kind() == Kind.WORD)) {
            Node right = sets();
            if (dialect == AnswerDialect.EXACT && (left instanceof Node.Word || right instanceof Node.Word)) {
                // "Answer: 5" is prose.
                throw NotReadException.INSTANCE;
            }
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
            AnswerToken token = cursor.peek();
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

    /** Returns what stands between round or square brackets, the opening one taken already. */
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
        if (group.items().size() == 1 && dialect == AnswerDialect.EXACT && (open == '(') != (close == ')')) {
            throw NotReadException.INSTANCE;
        }
        if (group.items().size() == 1 && (open == '(') == (close == ')')) {
            Node only = group.items().getFirst();
            return only instanceof Matrix matrix && !matrix.kind().equals("cases")
                    ? new Matrix("p", matrix.rows())
                    : only;
        }
        return new Group(open, close, group.separator(), group.items());
    }

    /** Returns what stands between plain braces, the opening one taken already. */
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

    /** Returns a set in escaped braces, the opening one taken already. */
    Node set() {
        enter();
        if (dialect == AnswerDialect.EXACT && cursor.take("⦄")) {
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
        SetBuilder members = membership((Group) inner);
        Node result;
        if (cursor.take("∣") || cursor.take("|") || cursor.take(":")) {
            result = new SetBuilder(single((Group) inner), items(' '));
        } else if (members != null) {
            result = members;
        } else if (((Group) inner).items().size() == 1
                && ((Group) inner).items().getFirst() instanceof Relation condition
                && condition.sides().getFirst() instanceof Ratio builder
                && builder.left() instanceof Node.Sym) {
            List<Node> sides = new ArrayList<>(condition.sides());
            sides.set(0, builder.right());
            result = new SetBuilder(builder.left(), new Relation(sides, condition.operators()));
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

    /** {@code {x ∈ ℝ : x > 3}}, whose colon was read as a ratio; null for anything else. */
    private static @Nullable SetBuilder membership(Group group) {
        if (group.items().size() == 1
                && group.items().getFirst() instanceof Relation r
                && r.operators().size() > 1
                && r.operators().getFirst().equals("∈")
                && r.sides().get(1) instanceof Ratio ratio) {
            List<Node> sides = new ArrayList<>(r.sides().subList(1, r.sides().size()));
            sides.set(0, ratio.right());
            return new SetBuilder(
                    new Relation(List.of(r.sides().getFirst(), ratio.left()), List.of("∈")),
                    new Relation(sides, r.operators().subList(1, r.operators().size())));
        }
        return null;
    }

    private static Node single(Group group) {
        if (group.items().size() != 1) {
            throw NotReadException.INSTANCE;
        }
        return group.items().getFirst();
    }

    /** Returns the rows of an environment, its beginning taken already. */
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
            while (isCondition(cursor.peek())) {
                cursor.next();
            }
            row.add(items(' '));
            if (cursor.take("&") || isCondition(cursor.peek())) {
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
