package dev.guerdon.math.read;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Node.Word;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what letters and words stand for: variables, constants, functions without a meaning, words. */
final class SymbolNames {

    private static final Set<String> USUAL_FUNCTIONS = Set.of("f", "g", "h", "F", "C", "P");

    private static final Set<String> ALL_REALS = Set.of(
            "all real numbers", "all reals", "real numbers", "any real number", "the real numbers", "all real values");

    private static final Set<String> NOTHING = Set.of(
            "no solution", "no solutions", "no real solution", "no real solutions", "empty set", "the empty set");

    private final AnswerReader reader;
    private final TokenCursor cursor;
    private final ExpressionReader expressions;
    private final Set<String> bound = new HashSet<>();

    SymbolNames(AnswerReader reader, ExpressionReader expressions) {
        this.reader = reader;
        this.cursor = reader.cursor;
        this.expressions = expressions;
    }

    boolean bind(String variable) {
        return bound.add(variable);
    }

    boolean unbind(String variable) {
        return bound.remove(variable);
    }

    Node letter(String name) {
        if (bound.contains(name) || (reader.dialect == AnswerDialect.VERIFY && name.equals("i"))) {
            return new Sym(name);
        }
        return switch (name) {
            case "e" -> Const.E;
            case "i" -> Const.I;
            case "I" -> reader.dialect == AnswerDialect.VERIFY ? Const.I : new Sym(name);
            case "pi" -> Const.PI;
            case "∞" -> Const.INFINITY;
            default -> new Sym(name);
        };
    }

    Node variable(String letter) {
        if (expressions.takesDifferential(letter)) {
            return Num.ONE;
        }
        boolean exact = reader.dialect == AnswerDialect.EXACT;
        if (exact && cursor.peek().is("_")) {
            Node chosen = chosenFrom(letter);
            if (chosen != null) {
                return chosen;
            }
        }
        String name = letter;
        boolean subscripted = cursor.take("_");
        if (subscripted) {
            name += "_" + subscript();
        }
        boolean primed = false;
        while (exact && cursor.peek().is("'") && !cursor.peek().space()) {
            cursor.next();
            name += "'";
            primed = true;
        }
        boolean usual = !subscripted && USUAL_FUNCTIONS.contains(letter) && isApplication(letter);
        if (cursor.peek().is("(") && (usual || (exact && reader.functions.contains(letter)) || (primed && isShort()))) {
            cursor.next();
            Node inner = reader.bracketed('(');
            return applied(name, inner instanceof Group group && group.open() == '(' ? group.items() : List.of(inner));
        }
        return subscripted || primed ? new Sym(name) : letter(letter);
    }

    private Node applied(String name, List<Node> arguments) {
        if (reader.dialect == AnswerDialect.EXACT && arguments.size() == 2 && isCount(arguments.get(0))) {
            if (name.equals("C")) {
                return Call.of("binom", arguments.get(0), arguments.get(1));
            }
            if (name.equals("P")) {
                return permutations(arguments.get(0), arguments.get(1));
            }
        }
        return new Apply(name, arguments);
    }

    private static boolean isCount(Node node) {
        return node instanceof Num
                || (node instanceof Sym s && Character.isLowerCase(s.name().charAt(0)));
    }

    private static Node permutations(Node n, Node k) {
        return new Div(Call.of("factorial", n), Call.of("factorial", new Node.Add(List.of(n, new Neg(k)))));
    }

    /** {@code C_n^k} and {@code C^k_n}: null where the letter is no such count. */
    private @Nullable Node chosenFrom(String letter) {
        if (!letter.equals("C") && !letter.equals("A") && !letter.equals("P")) {
            return null;
        }
        int start = cursor.position();
        cursor.next();
        Node low = countAhead();
        if (low == null || !cursor.take("^")) {
            cursor.reset(start);
            return null;
        }
        Node high = countAhead();
        boolean fits = high != null
                && !(low instanceof Num n && high instanceof Num k && n.value().compareTo(k.value()) < 0);
        if (high == null || !fits || (low instanceof Sym && !letter.equals("C"))) {
            cursor.reset(start);
            return null;
        }
        return letter.equals("C") ? Call.of("binom", low, high) : permutations(low, high);
    }

    private @Nullable Node countAhead() {
        boolean braces = cursor.take("{");
        AnswerToken token = cursor.next();
        Node node = token.kind() == Kind.NUMBER
                ? NumeralReader.number(token)
                : token.kind() == Kind.LETTER ? letter(token.text()) : null;
        if (braces && !cursor.take("}")) {
            return null;
        }
        return node != null && isCount(node) ? node : null;
    }

    /** {@code {}_nC_k}, its first brace taken already; null for any other brace. */
    @Nullable
    Node chosen() {
        if (reader.dialect == AnswerDialect.EXACT
                && cursor.peek().is("}")
                && (cursor.peek(1).is("_") || cursor.peek(1).is("^"))) {
            cursor.next();
            cursor.next();
            return chosenAfterSubscript();
        }
        return null;
    }

    /** {@code nC_k} after a sign that put its n down or up. */
    Node chosenAfterSubscript() {
        if (reader.dialect != AnswerDialect.EXACT) {
            throw NotReadException.INSTANCE;
        }
        Node n = countAhead();
        AnswerToken letter = cursor.next();
        if (n == null || letter.kind() != Kind.LETTER || !cursor.take("_")) {
            throw NotReadException.INSTANCE;
        }
        Node k = expressions.argument();
        return switch (letter.text()) {
            case "C" -> Call.of("binom", n, k);
            case "P" -> permutations(n, k);
            default -> throw NotReadException.INSTANCE;
        };
    }

    /** f(x), f(2), C(5,2): letters that name functions, before a bracket with a single name or number, or a list. */
    private boolean isApplication(String name) {
        int depth = 0;
        int length = 0;
        boolean comma = false;
        for (int i = 0; i < 40; i++) {
            AnswerToken token = cursor.peek(i);
            if (token.is("(")) {
                depth++;
            } else if (token.is(")")) {
                if (--depth == 0) {
                    break;
                }
            } else if (token.kind() == Kind.END) {
                return false;
            } else {
                comma |= token.is(",");
                length++;
            }
        }
        boolean lower = Character.isLowerCase(name.charAt(0));
        return cursor.peek().is("(")
                && (comma
                        || (lower && length == 1)
                        || (length == 1 && cursor.peek(3).is("=")));
    }

    /** Returns whether a bracket with one name or number follows. */
    private boolean isShort() {
        return cursor.peek().is("(") && cursor.peek(2).is(")");
    }

    private String subscript() {
        if (cursor.take("{")) {
            StringBuilder text = new StringBuilder();
            int depth = 1;
            while (true) {
                AnswerToken token = cursor.next();
                if (token.kind() == Kind.END) {
                    throw NotReadException.INSTANCE;
                }
                if (token.is("{")) {
                    depth++;
                } else if (token.is("}") && --depth == 0) {
                    return text.toString();
                }
                text.append(token.text());
            }
        }
        AnswerToken token = cursor.next();
        if (token.kind() != Kind.NUMBER && token.kind() != Kind.LETTER && token.kind() != Kind.WORD) {
            throw NotReadException.INSTANCE;
        }
        return token.text();
    }

    /** Words that stand where a value could. */
    Node words() {
        StringBuilder words = new StringBuilder();
        boolean text = false;
        while (UnitWords.isWord(cursor.peek())) {
            AnswerToken token = cursor.next();
            words.append(words.isEmpty() ? "" : " ").append(token.text());
            text |= token.inText();
        }
        if (words.isEmpty()) {
            throw NotReadException.INSTANCE;
        }
        String lower = words.toString().toLowerCase(Locale.ROOT);
        if (ALL_REALS.contains(lower)) {
            return new Sym("setR");
        }
        if (NOTHING.contains(lower)) {
            return new Group('{', '}', ',', List.of());
        }
        return new Word(words.toString(), text);
    }
}
