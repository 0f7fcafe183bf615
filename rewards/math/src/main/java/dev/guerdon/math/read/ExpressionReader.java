package dev.guerdon.math.read;

import dev.guerdon.math.algebra.MeasureUnits;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Call;
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
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Reads arithmetic expressions by recursive descent. */
final class ExpressionReader {

    private final AnswerReader reader;
    private final TokenCursor cursor;
    final SymbolNames names;
    private final LatexCommands commands;
    private final UnitWords units;

    ExpressionReader(AnswerReader reader) {
        this.reader = reader;
        this.cursor = reader.cursor;
        this.names = new SymbolNames(reader, this);
        this.commands = new LatexCommands(reader, this);
        this.units = new UnitWords(reader, this);
    }

    boolean takesDifferential(String letter) {
        return commands.takeDifferential(letter) != null;
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

    Node term() {
        if (reader.dialect == AnswerDialect.VERIFY) {
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
            } else if (cursor.peek().isCommand("bmod") || cursor.peek().isCommand("mod")) {
                boolean word = cursor.next().text().equals("mod");
                reader.budget.depth(++height);
                Node under = signedFactor();
                Node over = product(factors);
                factors = new ArrayList<>(2);
                // "5 mod 7" computes nothing, and so names a class; "12 mod 7" and 5 \bmod 7 are remainders.
                boolean residue = word
                        && over instanceof Num n
                        && under instanceof Num m
                        && n.value().signum() >= 0
                        && n.value().compareTo(m.value()) < 0;
                factors.add(Call.of(residue ? "residue" : "mod", over, under));
            } else if (units.isNext()) {
                Node value = product(factors);
                factors = new ArrayList<>(2);
                factors.add(units.read(value));
            } else if (startsFactor(factors.getLast())) {
                factors.add(factor());
            } else {
                return product(factors);
            }
        }
    }

    static Node product(List<Node> factors) {
        if (factors.size() > 1 && factors.stream().anyMatch(Word.class::isInstance)) {
            // Words among factors are prose, no product.
            throw NotReadException.INSTANCE;
        }
        return factors.size() == 1 ? factors.getFirst() : new Mul(factors);
    }

    /** Returns a term of Math-Verify's grammar: factors without a sign between them bind closer than those with one. */
    private Node verifyTerm() {
        Node left = adjacent();
        for (int height = 0; ; height++) {
            reader.budget.depth(height);
            if (cursor.take("*")) {
                left = new Mul(List.of(left, adjacent()));
            } else if (cursor.take("/") || cursor.take(":")) {
                left = new Div(left, adjacent());
            } else if (cursor.takeCommand("bmod") || cursor.takeCommand("mod")) {
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

    /** Returns whether the next token can begin a factor that is multiplied without a sign. */
    boolean startsFactor(Node last) {
        AnswerToken token = cursor.peek();
        return switch (token.kind()) {
            case NUMBER -> !(last instanceof Num) || reader.dialect == AnswerDialect.VERIFY;
            case LETTER -> !commands.isDifferential();
            case COMMAND ->
                !token.text().startsWith("end ")
                        && !token.text().equals("over")
                        && !token.text().equals("choose")
                        && !token.text().equals("bmod")
                        && !token.text().equals("mod")
                        && !token.text().equals("pmod")
                        && !token.text().equals("hline");
            case SYMBOL ->
                switch (token.text()) {
                    case "(", "{", "⌊", "⌈", "⟨", "[", AbsoluteBars.OPEN -> true;
                    default -> false;
                };
            case WORD, END -> false;
        };
    }

    Node factor() {
        reader.enter();
        Node base = primary();
        reader.leave();
        for (int height = 0; ; height++) {
            reader.budget.depth(height);
            AnswerToken token = cursor.peek();
            if (token.is("^")) {
                cursor.next();
                if (cursor.nextIsCircle()) {
                    cursor.skipCircle();
                    base = reader.dialect == AnswerDialect.VERIFY ? base : units.degrees(base);
                } else if (cursor.peek().is("'")) {
                    throw NotReadException.INSTANCE;
                } else {
                    base = new Pow(base, exponent());
                }
            } else if (token.is("!")) {
                cursor.next();
                base = Call.of(doubled() ? "factorial2" : "factorial", base);
            } else if (token.is("%")) {
                cursor.next();
                base = new Percent(base);
            } else if (token.is("°")) {
                cursor.next();
                base = reader.dialect == AnswerDialect.VERIFY ? base : units.degrees(base);
            } else if (token.is("_") && NumeralReader.takesBase(base)) {
                base = NumeralReader.based(base, this, cursor);
            } else {
                return base;
            }
        }
    }

    /** {@code n!!} is a double factorial; more signs than that mean nothing that answers use. */
    private boolean doubled() {
        if (reader.dialect == AnswerDialect.VERIFY
                || !cursor.peek().is("!")
                || cursor.peek().space()) {
            return false;
        }
        cursor.next();
        if (cursor.peek().is("!") && !cursor.peek().space()) {
            throw NotReadException.INSTANCE;
        }
        return true;
    }

    Node exponent() {
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

    /** Returns one argument of a command: a brace group or a single token. */
    Node argument() {
        if (cursor.take("{")) {
            return reader.braced();
        }
        return atom();
    }

    /** Returns an argument of {@code \frac} and the like, where a bare number gives one digit. */
    Node digitArgument() {
        AnswerToken token = cursor.peek();
        if (token.kind() == Kind.NUMBER && token.text().length() > 1 && NumeralReader.isDigits(token.text())) {
            String rest = token.text().substring(1);
            cursor.replace(
                    new AnswerToken(Kind.NUMBER, rest, Rational.of(new BigInteger(rest)), false, token.inText()));
            return Num.of(token.text().charAt(0) - '0');
        }
        return argument();
    }

    private Node atom() {
        AnswerToken token = cursor.next();
        return switch (token.kind()) {
            case NUMBER -> NumeralReader.number(token);
            case LETTER -> names.letter(token.text());
            case COMMAND -> commands.read(token.text());
            case WORD ->
                reader.dialect == AnswerDialect.VERIFY ? new Sym(token.text()) : new Word(token.text(), token.inText());
            case SYMBOL, END -> throw NotReadException.INSTANCE;
        };
    }

    Node primary() {
        AnswerToken token = cursor.peek();
        return switch (token.kind()) {
            case NUMBER -> {
                cursor.next();
                yield mixed(NumeralReader.number(token));
            }
            case LETTER -> {
                cursor.next();
                yield names.variable(token.text());
            }
            case WORD ->
                reader.dialect == AnswerDialect.VERIFY ? new Sym(cursor.next().text()) : names.words();
            case COMMAND -> {
                cursor.next();
                yield commands.read(token.text());
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
        if (reader.dialect == AnswerDialect.VERIFY) {
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
            if (NumeralReader.isWhole(over)
                    && NumeralReader.isWhole(under)
                    && !cursor.peek().is("^")) {
                return new Add(List.of(whole, new Div(over, under)));
            }
            cursor.reset(start);
            return whole;
        }
        if (cursor.peek().kind() == Kind.NUMBER
                && cursor.peek().space()
                && cursor.peek(1).is("/")
                && cursor.peek(2).kind() == Kind.NUMBER) {
            Num over = NumeralReader.number(cursor.next());
            cursor.next();
            Num under = NumeralReader.number(cursor.next());
            if (NumeralReader.isWhole(over)
                    && NumeralReader.isWhole(under)
                    && over.value().compareTo(under.value()) < 0) {
                return new Add(List.of(whole, new Div(over, under)));
            }
            throw NotReadException.INSTANCE;
        }
        return whole;
    }

    Node symbol(String text) {
        return switch (text) {
            case "(" -> {
                Node inner = reader.bracketed('(');
                yield cursor.peek().is("_") && inner instanceof Num ? NumeralReader.based(inner, this, cursor) : inner;
            }
            case "[" -> reader.bracketed('[');
            case "{" -> {
                Node chosen = names.chosen();
                yield chosen != null ? chosen : reader.braced();
            }
            case "_" -> names.chosenAfterSubscript();
            case "$" -> new Quantity(factor(), MeasureUnits.DOLLAR);
            case "€" -> new Quantity(factor(), MeasureUnits.EURO);
            case "£" -> new Quantity(factor(), MeasureUnits.POUND_STERLING);
            case "¥" -> new Quantity(factor(), MeasureUnits.YEN);
            case "⦃" -> reader.set();
            case "∅" -> new Group('{', '}', ',', List.of());
            case "|", "∣" -> {
                Node inner = additive();
                if (!cursor.take("∣")) {
                    cursor.expect("|");
                }
                yield Call.of("abs", inner);
            }
            case AbsoluteBars.OPEN -> {
                Node inner = additive();
                cursor.expect(AbsoluteBars.CLOSE);
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
}
