package dev.guerdon.math.read;

import dev.guerdon.math.algebra.Derivative;
import dev.guerdon.math.algebra.MathWords;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.UndecidedException;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a LaTeX command begins: fractions, roots, functions, sums, integrals, limits. */
final class LatexCommands {

    private final AnswerReader reader;
    private final TokenCursor cursor;
    private final ExpressionReader expressions;
    private int integrals;
    private @Nullable Sym differential;

    LatexCommands(AnswerReader reader, ExpressionReader expressions) {
        this.reader = reader;
        this.cursor = reader.cursor;
        this.expressions = expressions;
    }

    Node read(String name) {
        return switch (name) {
            case "frac" -> {
                Node over = expressions.digitArgument();
                Node under = expressions.digitArgument();
                yield isDerivative(over, under) ? derivative(under) : new Div(over, under);
            }
            case "sqrt" -> root();
            case "binom" -> {
                Node over = expressions.digitArgument();
                Node under = expressions.digitArgument();
                yield Call.of("binom", over, under);
            }
            case "sum", "prod" -> series(name);
            case "int" -> integral();
            case "lim" -> limit();
            case "bar" -> new Apply("bar", List.of(expressions.argument()));
            case "angle" -> {
                Node of = expressions.primary();
                StringBuilder letters = new StringBuilder("∠").append(of instanceof Sym s ? s.name() : "?");
                while (cursor.peek().kind() == Kind.LETTER) {
                    letters.append(cursor.next().text());
                }
                yield new Sym(letters.toString());
            }
            default -> {
                if (name.startsWith("begin ")) {
                    yield reader.matrix(name.substring(6));
                }
                if (name.startsWith("set") && name.length() == 4) {
                    yield new Sym(name);
                }
                String function = MathWords.FUNCTIONS.get(name);
                if (function == null) {
                    throw NotReadException.INSTANCE;
                }
                yield function(function);
            }
        };
    }

    /** Returns whether a fraction is {@code \\frac{d}{dx}} before something. */
    private boolean isDerivative(Node over, Node under) {
        return reader.dialect == AnswerDialect.EXACT
                && over.equals(new Sym("d"))
                && under instanceof Mul m
                && m.factors().size() == 2
                && m.factors().getFirst().equals(over)
                && m.factors().getLast() instanceof Sym
                && !cursor.atEnd();
    }

    private Node derivative(Node under) {
        Sym variable = (Sym) ((Mul) under).factors().getLast();
        try {
            return Derivative.of(expressions.term(), variable, reader.budget);
        } catch (UndecidedException e) {
            throw NotReadException.INSTANCE;
        }
    }

    private Node root() {
        Node index = Num.of(2);
        if (cursor.take("[")) {
            index = expressions.additive();
            cursor.expect("]");
            if (reader.dialect == AnswerDialect.VERIFY && !cursor.peek().is("{")) {
                throw NotReadException.INSTANCE;
            }
        }
        Node of = cursor.peek().is("(") ? expressions.primary() : expressions.argument();
        return Call.of("root", of, index);
    }

    private Node function(String function) {
        Node exponent = null;
        Node base = null;
        for (int i = 0; i < 2; i++) {
            if (exponent == null && cursor.take("^")) {
                exponent = expressions.exponent();
            } else if (base == null && function.equals("log") && cursor.peek().is("_")) {
                cursor.next();
                base = cursor.peek().kind() == Kind.NUMBER
                                && cursor.peek().text().length() > 1
                                && !startsArgument(cursor.peek(1))
                        ? expressions.digitArgument()
                        : expressions.argument();
            }
        }
        List<Node> arguments = functionArguments(function);
        boolean inverse = exponent instanceof Neg neg
                && neg.of() instanceof Num n
                && n.value().isOne();
        if (inverse && (function.equals("sin") || function.equals("cos") || function.equals("tan"))) {
            return Call.of("a" + function, arguments.getFirst());
        }
        Node call;
        if (function.equals("log")) {
            call = base == null ? new Call("log", arguments) : Call.of("log", arguments.getFirst(), base);
        } else {
            call = new Call(function, arguments);
        }
        return exponent == null ? call : new Pow(call, exponent);
    }

    private static boolean startsArgument(AnswerToken token) {
        return token.kind() == Kind.NUMBER
                || token.kind() == Kind.LETTER
                || token.kind() == Kind.COMMAND
                || token.is("(")
                || token.is("{");
    }

    /** Returns a bracketed argument, or the factors that follow up to the next function or sign. */
    private List<Node> functionArguments(String function) {
        boolean braced = reader.dialect == AnswerDialect.EXACT && isBracketInBraces();
        if (braced) {
            cursor.next();
        }
        if (cursor.peek().is("(")) {
            cursor.next();
            Node inner = reader.bracketed('(');
            if (braced) {
                cursor.expect("}");
            }
            if (inner instanceof Group group && group.open() == '(') {
                if (group.close() != ')' && reader.dialect == AnswerDialect.EXACT) {
                    throw NotReadException.INSTANCE;
                }
                return group.items();
            }
            return List.of(inner);
        }
        if (cursor.peek().is("{") || cursor.peek().is("⦃")) {
            Node inner = expressions.factor();
            return inner instanceof Group group && group.open() == '{' ? group.items() : List.of(inner);
        }
        List<Node> factors = new ArrayList<>(2);
        boolean negative = cursor.take("-");
        while (true) {
            AnswerToken token = cursor.peek();
            boolean function2 = token.kind() == Kind.COMMAND && MathWords.FUNCTIONS.containsKey(token.text());
            if (factors.isEmpty() && function2) {
                factors.add(expressions.factor());
                break;
            }
            if (!factors.isEmpty()
                    && (token.is("(") || token.is("[") || function2 || !expressions.startsFactor(factors.getLast()))) {
                break;
            }
            factors.add(expressions.factor());
        }
        if (function.isEmpty()) {
            throw NotReadException.INSTANCE;
        }
        // "sin x / 2" divides the sine; "sin pi/2" can only mean the angle.
        if (cursor.peek().is("/") && factors.size() == 1 && factors.getFirst() == Const.PI) {
            cursor.next();
            Node under = expressions.factor();
            return List.of(new Div(Const.PI, under));
        }
        Node argument = ExpressionReader.product(factors);
        return List.of(negative ? new Neg(argument) : argument);
    }

    /** Returns whether the argument is written {@code {(...)}}, as SymPy prints it: one sees a bracket, and a power behind is of the value. */
    private boolean isBracketInBraces() {
        if (!cursor.peek().is("{") || !cursor.peek(1).is("(")) {
            return false;
        }
        int depth = 0;
        for (int i = 1; cursor.peek(i).kind() != Kind.END; i++) {
            AnswerToken token = cursor.peek(i);
            if (token.is("(")) {
                depth++;
            } else if (token.is(")") && --depth == 0) {
                return cursor.peek(i + 1).is("}");
            }
        }
        return false;
    }

    private Node series(String operator) {
        cursor.expect("_");
        cursor.expect("{");
        AnswerToken variable = cursor.next();
        if (variable.kind() != Kind.LETTER) {
            throw NotReadException.INSTANCE;
        }
        cursor.expect("=");
        Node from = expressions.additive();
        cursor.expect("}");
        cursor.expect("^");
        Node to = expressions.exponent();
        boolean added = expressions.names.bind(variable.text());
        Node body = expressions.term();
        if (added) {
            expressions.names.unbind(variable.text());
        }
        return new Big(operator, new Sym(variable.text()), from, to, body);
    }

    private Node integral() {
        Node from = null;
        Node to = null;
        if (cursor.take("_")) {
            from = expressions.argument();
            cursor.expect("^");
            if (reader.dialect == AnswerDialect.VERIFY && cursor.nextIsLetter("e")) {
                throw NotReadException.INSTANCE;
            }
            to = expressions.exponent();
        }
        Sym outer = differential;
        differential = null;
        integrals++;
        Node body = cursor.nextIsLetter("d") ? Num.ONE : expressions.additive();
        if (differential == null && isDifferential()) {
            cursor.next();
            differential = new Sym(cursor.next().text());
        }
        integrals--;
        Sym variable = differential;
        differential = outer;
        if (variable == null) {
            throw NotReadException.INSTANCE;
        }
        return new Big("int", variable, from, to, body);
    }

    private Node limit() {
        cursor.expect("_");
        cursor.expect("{");
        AnswerToken variable = cursor.next();
        if (variable.kind() != Kind.LETTER || !cursor.take("→")) {
            throw NotReadException.INSTANCE;
        }
        boolean minus = cursor.take("-");
        if (!minus) {
            cursor.take("+");
        }
        Node point = expressions.primary();
        if (minus) {
            point = new Neg(point);
        }
        Node side = null;
        if (cursor.take("^")) {
            boolean braces = cursor.take("{");
            side = cursor.take("-") ? Num.MINUS_ONE : Num.ONE;
            cursor.take("+");
            if (braces) {
                cursor.expect("}");
            }
        }
        cursor.expect("}");
        return new Big("lim", new Sym(variable.text()), point, side, expressions.term());
    }

    boolean isDifferential() {
        if (integrals == 0 || !cursor.nextIsLetter("d") || cursor.peek(1).kind() != Kind.LETTER) {
            return false;
        }
        return true;
    }

    /** Takes the variable of an integral that a "d" announces; null if there is none. */
    @Nullable
    Sym takeDifferential(String letter) {
        if (integrals > 0 && letter.equals("d") && cursor.peek().kind() == Kind.LETTER) {
            Sym variable = new Sym(cursor.next().text());
            differential = variable;
            return variable;
        }
        return null;
    }
}
