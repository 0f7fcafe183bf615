package dev.guerdon.math.read;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Based;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Node.Word;
import dev.guerdon.math.algebra.Words;
import dev.guerdon.math.number.Rational;
import dev.guerdon.math.read.Token.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads arithmetic expressions by recursive descent. */
final class Expressions {

    private final Reader reader;
    private final Cursor cursor;
    private final Set<String> bound = new HashSet<>();
    private int integrals;
    private @Nullable Sym differential;

    Expressions(Reader reader) {
        this.reader = reader;
        this.cursor = reader.cursor;
    }

    Node additive() {
        reader.budget.node();
        List<Node> terms = new ArrayList<>(2);
        boolean negative = false;
        while (cursor.peek().is("+") || cursor.peek().is("-")) {
            boolean minus = cursor.next().is("-");
            if (minus && negative) {
                // A doubled sign is a slip, not a number.
                throw NotReadException.INSTANCE;
            }
            negative |= minus;
        }
        Node first = term();
        terms.add(negative ? new Neg(first) : first);
        while (true) {
            if (cursor.take("+")) {
                terms.add(signedTerm());
            } else if (cursor.take("-")) {
                terms.add(new Neg(signedTerm()));
            } else {
                break;
            }
        }
        return terms.size() == 1 ? terms.getFirst() : new Add(terms);
    }

    private Node signedTerm() {
        if (cursor.take("-")) {
            return new Neg(term());
        }
        cursor.take("+");
        return term();
    }

    private Node term() {
        if (reader.dialect == Dialect.VERIFY) {
            return verifyTerm();
        }
        List<Node> factors = new ArrayList<>(2);
        factors.add(factor());
        int height = 0;
        while (true) {
            if (cursor.take("*")) {
                factors.add(signedFactor());
            } else if (cursor.take("/")) {
                reader.budget.depth(++height);
                Node under = signedFactor();
                Node over = product(factors);
                factors = new ArrayList<>(2);
                factors.add(new Div(over, under));
            } else if (cursor.takeCommand("bmod")) {
                reader.budget.depth(++height);
                Node under = signedFactor();
                Node over = product(factors);
                factors = new ArrayList<>(2);
                factors.add(Call.of("mod", over, under));
            } else if (isUnit(cursor.peek())) {
                Node value = product(factors);
                factors = new ArrayList<>(2);
                factors.add(unit(value));
            } else if (startsFactor(factors.getLast())) {
                factors.add(factor());
            } else {
                return product(factors);
            }
        }
    }

    private static Node product(List<Node> factors) {
        return factors.size() == 1 ? factors.getFirst() : new Mul(factors);
    }

    /** A term of Math-Verify's grammar: factors without a sign between them bind closer than those with one. */
    private Node verifyTerm() {
        Node left = adjacent();
        for (int height = 0; ; height++) {
            reader.budget.depth(height);
            if (cursor.take("*")) {
                left = new Mul(List.of(left, adjacent()));
            } else if (cursor.take("/") || cursor.take(":")) {
                left = new Div(left, adjacent());
            } else if (cursor.takeCommand("bmod")) {
                left = Call.of("mod", left, adjacent());
            } else {
                return left;
            }
        }
    }

    private Node adjacent() {
        if (cursor.take("-")) {
            reader.enter();
            Node of = adjacent();
            reader.leave();
            return new Neg(of);
        }
        while (cursor.take("+")) {
            reader.budget.node();
        }
        List<Node> factors = new ArrayList<>(2);
        factors.add(factor());
        while (startsFactor(factors.getLast()) || cursor.peek().kind() == Kind.WORD) {
            factors.add(factor());
        }
        return factors.size() == 1 ? factors.getFirst() : MixedProduct.of(factors);
    }

    private Node signedFactor() {
        if (cursor.take("-")) {
            return new Neg(factor());
        }
        cursor.take("+");
        return factor();
    }

    private boolean isUnit(Token token) {
        return token.kind() == Kind.WORD
                && reader.dialect == Dialect.EXACT
                && !token.text().equals("and")
                && !token.text().equals("or")
                && !token.text().equals("to");
    }

    /** Words after a value, with powers and slashes between them. */
    private Node unit(Node value) {
        int power = 1;
        while (true) {
            Token token = cursor.peek();
            if (isUnit(token)) {
                cursor.next();
                if (token.text().equals("square")
                        || token.text().equals("squared")
                        || token.text().equals("sq")) {
                    power = 2;
                } else if (token.text().equals("cubic") || token.text().equals("cubed")) {
                    power = 3;
                }
            } else if (token.is("^")) {
                cursor.next();
                Node exponent = argument();
                power = exponent instanceof Num n && n.value().isInt()
                        ? n.value().intValue()
                        : 0;
            } else if ((token.is("/") && cursor.peek(1).kind() == Kind.WORD)
                    || (token.is(".") && cursor.peek(1).kind() != Kind.NUMBER)
                    || (token.is("*") && cursor.peek(1).kind() == Kind.WORD)) {
                cursor.next();
            } else {
                return new Quantity(value, power);
            }
        }
    }

    /** Whether the next token can begin a factor that is multiplied without a sign. */
    private boolean startsFactor(Node last) {
        Token token = cursor.peek();
        return switch (token.kind()) {
            case NUMBER -> !(last instanceof Num) || reader.dialect == Dialect.VERIFY;
            case LETTER -> !isDifferential();
            case COMMAND ->
                !token.text().startsWith("end ")
                        && !token.text().equals("over")
                        && !token.text().equals("choose")
                        && !token.text().equals("bmod")
                        && !token.text().equals("pmod")
                        && !token.text().equals("hline");
            case SYMBOL ->
                switch (token.text()) {
                    case "(", "{", "⌊", "⌈", "⟨", "[" -> true;
                    default -> false;
                };
            case WORD, END -> false;
        };
    }

    private boolean isDifferential() {
        if (integrals == 0 || !cursor.nextIsLetter("d") || cursor.peek(1).kind() != Kind.LETTER) {
            return false;
        }
        return true;
    }

    private Node factor() {
        reader.enter();
        Node base = primary();
        reader.leave();
        for (int height = 0; ; height++) {
            reader.budget.depth(height);
            Token token = cursor.peek();
            if (token.is("^")) {
                cursor.next();
                if (cursor.peek().isCommand("circ") || isBracedCircle()) {
                    skipCircle();
                    base = reader.dialect == Dialect.VERIFY ? base : new Degree(base);
                } else if (cursor.peek().is("'")) {
                    throw NotReadException.INSTANCE;
                } else {
                    base = new Pow(base, exponent());
                }
            } else if (token.is("!")) {
                cursor.next();
                base = Call.of("factorial", base);
            } else if (token.is("%")) {
                cursor.next();
                base = new Percent(base);
            } else if (token.is("°")) {
                cursor.next();
                base = reader.dialect == Dialect.VERIFY ? base : new Degree(base);
            } else if (token.is("_") && subscripted(base)) {
                base = based(base);
            } else {
                return base;
            }
        }
    }

    private boolean isBracedCircle() {
        return cursor.peek().is("{")
                && cursor.peek(1).isCommand("circ")
                && cursor.peek(2).is("}");
    }

    private void skipCircle() {
        boolean braces = cursor.take("{");
        cursor.next();
        if (braces) {
            cursor.next();
        }
    }

    private static boolean subscripted(Node base) {
        return base instanceof Num n && n.value().isInteger();
    }

    private Node based(Node base) {
        cursor.expect("_");
        Node subscript = argument();
        String digits = ((Num) base).value().numerator().toString();
        if (!(subscript instanceof Num n) || !n.value().isInt()) {
            throw NotReadException.INSTANCE;
        }
        int radix = n.value().intValue();
        if (radix < 2 || radix > 36 || digits.length() > 500) {
            throw NotReadException.INSTANCE;
        }
        try {
            return new Based(digits, radix, new BigInteger(digits, radix));
        } catch (NumberFormatException e) {
            throw NotReadException.INSTANCE;
        }
    }

    private Node exponent() {
        if (cursor.peek().is("-") || cursor.peek().is("+")) {
            boolean minus = cursor.next().is("-");
            Node of = exponentBody();
            return minus ? new Neg(of) : of;
        }
        return exponentBody();
    }

    private Node exponentBody() {
        reader.enter();
        Node base = cursor.peek().is("{") || cursor.peek().is("(") ? primary() : atom();
        if (cursor.take("^")) {
            base = new Pow(base, exponent());
        }
        reader.leave();
        return base;
    }

    /** One argument of a command: a brace group or a single token. */
    Node argument() {
        if (cursor.take("{")) {
            return reader.braced();
        }
        return atom();
    }

    /** An argument of {@code \frac} and the like, where a bare number gives one digit. */
    private Node digitArgument() {
        Token token = cursor.peek();
        if (token.kind() == Kind.NUMBER && token.text().length() > 1 && isDigits(token.text())) {
            String rest = token.text().substring(1);
            cursor.replace(new Token(Kind.NUMBER, rest, Rational.of(new BigInteger(rest)), false, token.inText()));
            return Num.of(token.text().charAt(0) - '0');
        }
        return argument();
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private Node atom() {
        Token token = cursor.next();
        return switch (token.kind()) {
            case NUMBER -> number(token);
            case LETTER -> letter(token.text());
            case COMMAND -> command(token.text());
            case WORD ->
                reader.dialect == Dialect.VERIFY ? new Sym(token.text()) : new Word(token.text(), token.inText());
            case SYMBOL, END -> throw NotReadException.INSTANCE;
        };
    }

    private static Num number(Token token) {
        Rational value = token.value();
        if (value == null) {
            throw NotReadException.INSTANCE;
        }
        return new Num(value, token.text().indexOf('.') >= 0 || token.text().indexOf('e') >= 0);
    }

    private Node primary() {
        Token token = cursor.peek();
        return switch (token.kind()) {
            case NUMBER -> {
                cursor.next();
                yield mixed(number(token));
            }
            case LETTER -> {
                cursor.next();
                yield variable(token.text());
            }
            case WORD ->
                reader.dialect == Dialect.VERIFY ? new Sym(cursor.next().text()) : words();
            case COMMAND -> {
                cursor.next();
                yield command(token.text());
            }
            case SYMBOL -> {
                cursor.next();
                yield symbol(token.text());
            }
            case END -> throw NotReadException.INSTANCE;
        };
    }

    /** {@code 1\frac12} and {@code 1 1/2} are mixed numbers. */
    private Node mixed(Num whole) {
        if (reader.dialect == Dialect.VERIFY) {
            if (cursor.take("_")) {
                // A subscript on a number is dropped.
                argument();
            }
            return whole;
        }
        if (!whole.value().isInteger() || whole.decimal()) {
            return whole;
        }
        int start = cursor.position();
        if (cursor.takeCommand("frac")) {
            Node over = digitArgument();
            Node under = digitArgument();
            if (isWhole(over) && isWhole(under) && !cursor.peek().is("^")) {
                return new Add(List.of(whole, new Div(over, under)));
            }
            cursor.reset(start);
            return whole;
        }
        if (cursor.peek().kind() == Kind.NUMBER
                && cursor.peek().space()
                && cursor.peek(1).is("/")
                && cursor.peek(2).kind() == Kind.NUMBER) {
            Num over = number(cursor.next());
            cursor.next();
            Num under = number(cursor.next());
            if (isWhole(over) && isWhole(under) && over.value().compareTo(under.value()) < 0) {
                return new Add(List.of(whole, new Div(over, under)));
            }
            throw NotReadException.INSTANCE;
        }
        return whole;
    }

    private static boolean isWhole(Node node) {
        return node instanceof Num n
                && n.value().isInteger()
                && !n.decimal()
                && n.value().signum() > 0;
    }

    private Node words() {
        StringBuilder words = new StringBuilder();
        boolean text = false;
        while (isUnit(cursor.peek())) {
            Token token = cursor.next();
            words.append(words.isEmpty() ? "" : " ").append(token.text());
            text |= token.inText();
        }
        if (words.isEmpty()) {
            throw NotReadException.INSTANCE;
        }
        return new Word(words.toString(), text);
    }

    private Node variable(String name) {
        Node letter = letter(name);
        if (integrals > 0 && name.equals("d") && cursor.peek().kind() == Kind.LETTER) {
            differential = new Sym(cursor.next().text());
            return Num.ONE;
        }
        if (cursor.peek().is("_")) {
            cursor.next();
            return new Sym(name + "_" + subscript());
        }
        if ((name.equals("f")
                        || name.equals("g")
                        || name.equals("h")
                        || name.equals("F")
                        || name.equals("C")
                        || name.equals("P"))
                && cursor.peek().is("(")
                && isApplication(name)) {
            cursor.next();
            Node inner = reader.bracketed('(');
            return new Apply(name, inner instanceof Group group ? group.items() : List.of(inner));
        }
        return letter;
    }

    /** f(x), f(2), C(5,2): letters that name functions, before a bracket with a single name or number, or a list. */
    private boolean isApplication(String name) {
        int depth = 0;
        int length = 0;
        boolean comma = false;
        for (int i = 0; i < 40; i++) {
            Token token = cursor.peek(i);
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
        return comma || (lower && length == 1) || (length == 1 && cursor.peek(3).is("="));
    }

    private String subscript() {
        if (cursor.take("{")) {
            StringBuilder text = new StringBuilder();
            int depth = 1;
            while (true) {
                Token token = cursor.next();
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
        Token token = cursor.next();
        if (token.kind() != Kind.NUMBER && token.kind() != Kind.LETTER && token.kind() != Kind.WORD) {
            throw NotReadException.INSTANCE;
        }
        return token.text();
    }

    private Node letter(String name) {
        if (bound.contains(name) || (reader.dialect == Dialect.VERIFY && name.equals("i"))) {
            return new Sym(name);
        }
        return switch (name) {
            case "e" -> Const.E;
            case "i" -> Const.I;
            case "I" -> reader.dialect == Dialect.VERIFY ? Const.I : new Sym(name);
            case "pi" -> Const.PI;
            case "∞" -> Const.INFINITY;
            default -> new Sym(name);
        };
    }

    private Node symbol(String text) {
        return switch (text) {
            case "(" -> {
                Node inner = reader.bracketed('(');
                yield subscriptedBracket(inner);
            }
            case "[" -> reader.bracketed('[');
            case "{" -> reader.braced();
            case "⦃" -> reader.set();
            case "∅" -> new Group('{', '}', ',', List.of());
            case "|" -> {
                Node inner = additive();
                cursor.expect("|");
                yield Call.of("abs", inner);
            }
            case "‖" -> {
                Node inner = reader.items(' ');
                cursor.expect("‖");
                yield Call.of("norm", inner);
            }
            case "⌊" -> {
                Node inner = additive();
                cursor.expect("⌋");
                yield Call.of("floor", inner);
            }
            case "⌈" -> {
                Node inner = additive();
                cursor.expect("⌉");
                yield Call.of("ceil", inner);
            }
            case "⟨" -> {
                Group inner = (Group) reader.items('<');
                cursor.expect("⟩");
                yield new Group('<', '>', inner.separator(), inner.items());
            }
            default -> throw NotReadException.INSTANCE;
        };
    }

    private Node subscriptedBracket(Node inner) {
        return cursor.peek().is("_") && inner instanceof Num ? based(inner) : inner;
    }

    private Node command(String name) {
        return switch (name) {
            case "frac" -> {
                Node over = digitArgument();
                Node under = digitArgument();
                yield new Div(over, under);
            }
            case "sqrt" -> root();
            case "binom" -> {
                Node over = digitArgument();
                Node under = digitArgument();
                yield Call.of("binom", over, under);
            }
            case "sum", "prod" -> series(name);
            case "int" -> integral();
            case "lim" -> limit();
            case "bar" -> new Apply("bar", List.of(argument()));
            case "angle" -> {
                Node of = primary();
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
                String function = Words.FUNCTIONS.get(name);
                if (function == null) {
                    throw NotReadException.INSTANCE;
                }
                yield function(function);
            }
        };
    }

    private Node root() {
        Node index = Num.of(2);
        if (cursor.take("[")) {
            index = additive();
            cursor.expect("]");
            if (reader.dialect == Dialect.VERIFY && !cursor.peek().is("{")) {
                throw NotReadException.INSTANCE;
            }
        }
        Node of = cursor.peek().is("(") ? primary() : argument();
        return Call.of("root", of, index);
    }

    private Node function(String function) {
        Node exponent = null;
        Node base = null;
        for (int i = 0; i < 2; i++) {
            if (exponent == null && cursor.take("^")) {
                exponent = exponent();
            } else if (base == null && function.equals("log") && cursor.peek().is("_")) {
                cursor.next();
                base = cursor.peek().kind() == Kind.NUMBER
                                && cursor.peek().text().length() > 1
                                && !startsArgument(cursor.peek(1))
                        ? digitArgument()
                        : argument();
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

    private static boolean startsArgument(Token token) {
        return token.kind() == Kind.NUMBER
                || token.kind() == Kind.LETTER
                || token.kind() == Kind.COMMAND
                || token.is("(")
                || token.is("{");
    }

    /** A bracketed argument, or the factors that follow up to the next function or sign. */
    private List<Node> functionArguments(String function) {
        if (cursor.peek().is("(")) {
            cursor.next();
            Node inner = reader.bracketed('(');
            if (inner instanceof Group group && group.open() == '(') {
                return group.items();
            }
            return List.of(inner);
        }
        if (cursor.peek().is("{") || cursor.peek().is("⦃")) {
            Node inner = factor();
            return inner instanceof Group group && group.open() == '{' ? group.items() : List.of(inner);
        }
        List<Node> factors = new ArrayList<>(2);
        boolean negative = cursor.take("-");
        while (true) {
            Token token = cursor.peek();
            boolean function2 = token.kind() == Kind.COMMAND && Words.FUNCTIONS.containsKey(token.text());
            if (factors.isEmpty() && function2) {
                factors.add(factor());
                break;
            }
            if (!factors.isEmpty()
                    && (token.is("(") || token.is("[") || function2 || !startsFactor(factors.getLast()))) {
                break;
            }
            factors.add(factor());
        }
        if (function.isEmpty()) {
            throw NotReadException.INSTANCE;
        }
        // "sin x / 2" divides the sine; "sin pi/2" can only mean the angle.
        if (cursor.peek().is("/") && factors.size() == 1 && factors.getFirst() == Const.PI) {
            cursor.next();
            Node under = factor();
            return List.of(new Div(Const.PI, under));
        }
        Node argument = product(factors);
        return List.of(negative ? new Neg(argument) : argument);
    }

    private Node series(String operator) {
        cursor.expect("_");
        cursor.expect("{");
        Token variable = cursor.next();
        if (variable.kind() != Kind.LETTER) {
            throw NotReadException.INSTANCE;
        }
        cursor.expect("=");
        Node from = additive();
        cursor.expect("}");
        cursor.expect("^");
        Node to = exponent();
        boolean added = bound.add(variable.text());
        Node body = term();
        if (added) {
            bound.remove(variable.text());
        }
        return new Big(operator, new Sym(variable.text()), from, to, body);
    }

    private Node integral() {
        Node from = null;
        Node to = null;
        if (cursor.take("_")) {
            from = argument();
            cursor.expect("^");
            if (reader.dialect == Dialect.VERIFY && cursor.nextIsLetter("e")) {
                throw NotReadException.INSTANCE;
            }
            to = exponent();
        }
        Sym outer = differential;
        differential = null;
        integrals++;
        Node body = cursor.nextIsLetter("d") ? Num.ONE : additive();
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
        Token variable = cursor.next();
        if (variable.kind() != Kind.LETTER || !cursor.take("→")) {
            throw NotReadException.INSTANCE;
        }
        boolean minus = cursor.take("-");
        if (!minus) {
            cursor.take("+");
        }
        Node point = primary();
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
        return new Big("lim", new Sym(variable.text()), point, side, term());
    }
}
