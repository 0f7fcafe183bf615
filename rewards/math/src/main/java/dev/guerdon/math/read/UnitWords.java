package dev.guerdon.math.read;

import dev.guerdon.math.algebra.MeasureUnits;
import dev.guerdon.math.algebra.MeasureUnits.Unit;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the words after a value: units, things that are counted, magnitudes. Any other word makes the answer a text. */
final class UnitWords {

    private final AnswerReader reader;
    private final TokenCursor cursor;
    private final ExpressionReader expressions;

    UnitWords(AnswerReader reader, ExpressionReader expressions) {
        this.reader = reader;
        this.cursor = reader.cursor;
        this.expressions = expressions;
    }

    boolean isNext() {
        return reader.dialect == AnswerDialect.EXACT && isWord(cursor.peek());
    }

    /** Returns whether a token is a word that joins nothing. */
    static boolean isWord(AnswerToken token) {
        return token.kind() == Kind.WORD
                && !token.text().equals("and")
                && !token.text().equals("or")
                && !token.text().equals("to")
                && !AnswerReader.isCondition(token);
    }

    /** Returns a degree sign after a value; a temperature where its scale follows. */
    Node degrees(Node value) {
        AnswerToken token = cursor.peek();
        if ((token.kind() == Kind.LETTER || token.kind() == Kind.WORD)
                && !cursor.peek(1).is("(")) {
            switch (token.text()) {
                case "C", "F", "Celsius", "Fahrenheit", "celsius", "fahrenheit" -> {
                    cursor.next();
                    return new Quantity(value, unit(token.text()));
                }
                default -> {}
            }
        }
        return new Degree(value);
    }

    private static Unit unit(String word) {
        Unit unit = MeasureUnits.of(word);
        if (unit == null) {
            throw NotReadException.INSTANCE;
        }
        return unit;
    }

    /** Returns the value with the unit that follows it. */
    Node read(Node value) {
        Node number = value instanceof Quantity q ? q.value() : value;
        Unit unit = Unit.NONE;
        @Nullable Unit last = null;
        int sign = 1;
        int power = 1;
        boolean degrees = false;
        boolean radians = false;
        while (true) {
            AnswerToken token = cursor.peek();
            if (isWord(token) || (sign < 0 && last == null && token.kind() == Kind.LETTER)) {
                cursor.next();
                String word = token.text();
                Rational magnitude = MeasureUnits.magnitude(word);
                switch (word.toLowerCase(Locale.ROOT)) {
                    case "square", "sq" -> power = 2;
                    case "cubic", "cu" -> power = 3;
                    case "squared" -> unit = raised(unit, last, sign);
                    case "cubed" -> unit = raised(unit, last, 2 * sign);
                    case "per" -> {
                        sign = -1;
                        last = null;
                    }
                    case "degree", "degrees", "deg" -> degrees = true;
                    case "radian", "radians", "rad" -> radians = true;
                    default -> {
                        if (magnitude != null) {
                            number = new Mul(List.of(number, Num.of(magnitude)));
                        } else if (!isFiller(word)) {
                            last = unit(word);
                            if (power != 1 && !last.isLength()) {
                                // "5 square roots" are no area.
                                throw NotReadException.INSTANCE;
                            }
                            unit = unit.times(last, sign * power);
                            power = 1;
                            degrees = false;
                        }
                    }
                }
            } else if (token.is("^") && last != null) {
                cursor.next();
                unit = unit.times(last, sign * (exponent() - 1));
                last = null;
            } else if (token.is("/")
                    && (cursor.peek(1).kind() == Kind.WORD || cursor.peek(1).kind() == Kind.LETTER)) {
                cursor.next();
                sign = -1;
                last = null;
            } else if ((token.is("*") && cursor.peek(1).kind() == Kind.WORD)
                    || (token.is(".") && cursor.peek(1).kind() != Kind.NUMBER)) {
                cursor.next();
            } else {
                break;
            }
        }
        if (power != 1) {
            // "12 square" counts nothing.
            throw NotReadException.INSTANCE;
        }
        if (degrees) {
            return new Degree(number);
        }
        if (value instanceof Quantity q) {
            boolean repeated = q.unit().equals(unit) || unit.dimensions().isEmpty();
            return new Quantity(number, repeated ? q.unit() : q.unit().times(unit, 1));
        }
        if (radians && unit.dimensions().isEmpty()) {
            return new Quantity(number, MeasureUnits.RADIAN);
        }
        return unit.dimensions().isEmpty() ? number : compound(new Quantity(number, unit));
    }

    /** {@code 3 hours 30 minutes}: a smaller unit of the same dimension may follow with its own number. */
    private Node compound(Quantity larger) {
        boolean more = cursor.peek().kind() == Kind.NUMBER && isWord(cursor.peek(1));
        if (!more) {
            return larger;
        }
        reader.enter();
        Node next = read(NumeralReader.number(cursor.next()));
        reader.leave();
        if (!(next instanceof Quantity smaller)
                || !smaller.unit().dimensions().equals(larger.unit().dimensions())
                || smaller.unit().factor().compareTo(larger.unit().factor()) >= 0) {
            throw NotReadException.INSTANCE;
        }
        Rational share = larger.unit().factor().divide(smaller.unit().factor());
        Node sum = new Node.Add(List.of(new Mul(List.of(larger.value(), Num.of(share))), smaller.value()));
        return new Quantity(sum, smaller.unit());
    }

    /** Returns the unit with its last part multiplied again; "5 squared" has none, and is no five. */
    private static Unit raised(Unit unit, @Nullable Unit last, int times) {
        if (last == null) {
            throw NotReadException.INSTANCE;
        }
        return unit.times(last, times);
    }

    /** "in" is an inch where nothing follows it. */
    private boolean isFiller(String word) {
        return MeasureUnits.isFiller(word) && (!word.equals("in") || isWord(cursor.peek()));
    }

    private int exponent() {
        Node exponent = expressions.argument();
        if (exponent instanceof Num n && n.value().isInt() && Math.abs(n.value().intValue()) < 10) {
            return n.value().intValue();
        }
        if (exponent instanceof Node.Neg m
                && m.of() instanceof Num n
                && n.value().isInt()) {
            return -Math.min(9, n.value().intValue());
        }
        throw NotReadException.INSTANCE;
    }
}
