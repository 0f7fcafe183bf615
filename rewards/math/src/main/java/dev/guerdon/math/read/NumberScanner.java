package dev.guerdon.math.read;

import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.math.BigInteger;

/** Reads one number with everything that may belong to it. */
final class NumberScanner {

    private final AnswerLexer lexer;
    private final StringBuilder digits = new StringBuilder();
    private int decimals;
    private boolean decimal;

    NumberScanner(AnswerLexer lexer) {
        this.lexer = lexer;
    }

    void scan() {
        integerPart();
        if (digits.isEmpty()) {
            digits.append('0');
        }
        fraction();
        if (decimal && repeating()) {
            return;
        }
        long exponent = exponent();
        emitNumber(exponent);
        timesTen();
    }

    private void integerPart() {
        int start = lexer.at;
        while (AnswerLexer.isDigit(lexer.peek(0))) {
            digits.append(lexer.peek(0));
            lexer.at++;
        }
        int first = lexer.at - start;
        if (first >= 1 && first <= 3 && digits.charAt(0) != '0') {
            int separator = separatorLength(0);
            String style = separator > 0
                    ? lexer.in.subSequence(lexer.at, lexer.at + separator).toString()
                    : "";
            while (separator > 0 && group(separator) && isStyle(style)) {
                lexer.at += separator;
                for (int i = 0; i < 3; i++) {
                    digits.append(lexer.peek(0));
                    lexer.at++;
                }
                separator = separatorLength(style.length());
            }
        }
        underscores();
    }

    private boolean isStyle(String style) {
        for (int i = 0; i < style.length(); i++) {
            if (lexer.in.charAt(lexer.at + i) != style.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Three digits and no fourth after a separator of that length. */
    private boolean group(int separator) {
        return AnswerLexer.isDigit(lexer.peek(separator))
                && AnswerLexer.isDigit(lexer.peek(separator + 1))
                && AnswerLexer.isDigit(lexer.peek(separator + 2))
                && !AnswerLexer.isDigit(lexer.peek(separator + 3));
    }

    /** Returns the length of a thousands separator here: comma, {,}, \, or a space; 0 if there is none. */
    private int separatorLength(int wanted) {
        char c = lexer.peek(0);
        if (c == ',' && lexer.brackets == 0) {
            return lexer.peek(1) == '\\' && lexer.peek(2) == '!' ? lexer.peek(3) == ' ' ? 4 : 3 : 1;
        }
        if (c == '{' && lexer.peek(1) == ',' && lexer.peek(2) == '}') {
            return 3;
        }
        if (c == '\'' && lexer.brackets == 0) {
            return 1;
        }
        if (c == ' ' && lexer.peek(1) == '\\' && lexer.peek(2) == ',' && lexer.peek(3) == ' ') {
            return 4;
        }
        if (c == '\\' && (lexer.peek(1) == ',' || lexer.peek(1) == ';' || lexer.peek(1) == ' ')) {
            return 2;
        }
        return (c == ' ' && !lexer.inText) || c == '~' || (wanted == 1 && c == ' ') ? 1 : 0;
    }

    /** {@code 1_000} and {@code 1_0_0}: digits grouped as in program code. A single short subscript is a base. */
    private void underscores() {
        int ahead = 0;
        int groups = 0;
        int last = 0;
        while (lexer.peek(ahead) == '_' && AnswerLexer.isDigit(lexer.peek(ahead + 1))) {
            last = ahead + 1;
            ahead++;
            while (AnswerLexer.isDigit(lexer.peek(ahead))) {
                ahead++;
            }
            groups++;
        }
        if (groups >= 2 || (groups == 1 && ahead - last == 3)) {
            for (int i = 0; i < ahead; i++) {
                if (AnswerLexer.isDigit(lexer.peek(i))) {
                    digits.append(lexer.peek(i));
                }
            }
            lexer.at += ahead;
        }
    }

    private void fraction() {
        boolean point = lexer.peek(1) == '.' || lexer.peek(1) == ',';
        if (lexer.peek(0) == '{' && point && lexer.peek(2) == '}' && AnswerLexer.isDigit(lexer.peek(3))) {
            lexer.at += 3;
            decimal = true;
        } else if (lexer.peek(0) == '.'
                && (AnswerLexer.isDigit(lexer.peek(1))
                        || isExponent()
                        || (lexer.peek(1) == '(' && AnswerLexer.isDigit(lexer.peek(2)))
                        || startsWith(1, "\\overline{")
                        || startsWith(1, "\\bar{")
                        || startsWith(1, "\\dot{"))) {
            lexer.at++;
            decimal = true;
        }
        if (decimal) {
            while (AnswerLexer.isDigit(lexer.peek(0))) {
                digits.append(lexer.peek(0));
                decimals++;
                lexer.at++;
            }
        }
    }

    /** {@code 1.e3}: an exponent right after the point. */
    private boolean isExponent() {
        boolean sign = lexer.peek(2) == '+' || lexer.peek(2) == '-';
        return (lexer.peek(1) == 'e' || lexer.peek(1) == 'E') && AnswerLexer.isDigit(lexer.peek(sign ? 3 : 2));
    }

    private boolean startsWith(int ahead, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (lexer.peek(ahead + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a repeating decimal: a bar, lexer.brackets or dots after the digits. */
    private boolean repeating() {
        String period;
        if (lexer.peek(0) == '(' && AnswerLexer.isDigit(lexer.peek(1))) {
            int close = 1;
            while (AnswerLexer.isDigit(lexer.peek(close))) {
                close++;
            }
            if (lexer.peek(close) != ')') {
                return false;
            }
            period = lexer.slice(lexer.at + 1, lexer.at + close);
            lexer.at += close + 1;
        } else if (startsWith(0, "\\overline{") || startsWith(0, "\\bar{") || startsWith(0, "\\dot{")) {
            int open = 0;
            while (lexer.peek(open) != '{') {
                open++;
            }
            int close = open + 1;
            while (AnswerLexer.isDigit(lexer.peek(close))) {
                close++;
            }
            if (lexer.peek(close) != '}' || close == open + 1) {
                return false;
            }
            period = lexer.slice(lexer.at + open + 1, lexer.at + close);
            lexer.at += close + 1;
        } else if (startsWith(0, "...")
                || startsWith(0, "\\ldots")
                || startsWith(0, "\\dots")
                || startsWith(0, "\\cdots")
                || (lexer.at < lexer.in.length() && lexer.in.charAt(lexer.at) == '…')) {
            period = tailPeriod();
            if (period.isEmpty()) {
                return false;
            }
            lexer.at += lexer.peek(0) == '.' ? 3 : 1;
            while (AnswerLexer.isLetter(lexer.peek(0)) && lexer.in.charAt(lexer.at - 1) != '…') {
                lexer.at++;
            }
        } else {
            return false;
        }
        emitRepeating(period);
        return true;
    }

    /** Returns the shortest period that the last digits show at least twice in full. */
    private String tailPeriod() {
        String tail = digits.substring(digits.length() - decimals);
        for (int length = 1; 2 * length <= tail.length(); length++) {
            int repeats = 1;
            while ((repeats + 1) * length <= tail.length()
                    && tail.regionMatches(
                            tail.length() - (repeats + 1) * length, tail, tail.length() - length, length)) {
                repeats++;
            }
            if (repeats >= (length == 1 ? 3 : 2) || (length == 1 && repeats == tail.length() && repeats >= 2)) {
                return tail.substring(tail.length() - length);
            }
        }
        return "";
    }

    private void emitRepeating(String period) {
        checkDigits(digits.length() + 2 * period.length());
        Rational head = Rational.of(new BigInteger(digits.toString()), BigInteger.TEN.pow(decimals));
        BigInteger nines = BigInteger.TEN.pow(period.length()).subtract(BigInteger.ONE);
        Rational tail = Rational.of(new BigInteger(period), nines.multiply(BigInteger.TEN.pow(decimals)));
        lexer.emit(Kind.NUMBER, digits + "(" + period + ")", head.add(tail));
    }

    private long exponent() {
        char c = lexer.peek(0);
        if (c != 'e' && c != 'E') {
            return 0;
        }
        int ahead = 1;
        if (lexer.peek(1) == '+' || lexer.peek(1) == '-') {
            ahead++;
        }
        int first = ahead;
        while (AnswerLexer.isDigit(lexer.peek(ahead))) {
            ahead++;
        }
        if (ahead == first || (AnswerLexer.isLetter(lexer.peek(ahead)) && ahead > first + 1)) {
            return 0;
        }
        long value = 0;
        for (int i = first; i < ahead && value < 1_000_000_000_000L; i++) {
            value = 10 * value + (lexer.peek(i) - '0');
        }
        boolean negative = lexer.peek(1) == '-';
        lexer.at += ahead;
        decimal = true;
        return negative ? -value : value;
    }

    private void emitNumber(long exponent) {
        checkDigits(digits.length());
        long shift = exponent - decimals;
        BigInteger whole = new BigInteger(digits.toString());
        String text = digits.toString();
        if (decimal) {
            int point = digits.length() - decimals;
            text = digits.substring(0, point) + "." + digits.substring(point) + (exponent == 0 ? "" : "e" + exponent);
        }
        if (Math.abs(shift) > lexer.budget.limits().digits() && whole.signum() != 0) {
            // Too long to write out: keep it as a product with a power of ten, which magnitudes can still compare.
            lexer.emit(Kind.NUMBER, text, Rational.of(whole));
            lexer.emit(Kind.SYMBOL, "*");
            lexer.emit(Kind.NUMBER, "10", Rational.of(10));
            lexer.emit(Kind.SYMBOL, "^");
            lexer.emit(Kind.SYMBOL, "{");
            if (shift < 0) {
                lexer.emit(Kind.SYMBOL, "-");
            }
            lexer.emit(Kind.NUMBER, Long.toString(Math.abs(shift)), Rational.of(Math.abs(shift)));
            lexer.emit(Kind.SYMBOL, "}");
            return;
        }
        Rational value = shift >= 0 || whole.signum() == 0
                ? Rational.of(shift <= 0 ? whole : whole.multiply(BigInteger.TEN.pow((int) shift)))
                : Rational.of(whole, BigInteger.TEN.pow((int) -shift));
        lexer.emit(Kind.NUMBER, text, value);
    }

    private void checkDigits(int count) {
        if (count > lexer.budget.limits().digits()) {
            throw ComparisonBudget.exhausted(
                    "a number of more than " + lexer.budget.limits().digits() + " digits");
        }
    }

    /** {@code 3x10^8}: an x between a number and a power of ten is a multiplication sign. */
    private void timesTen() {
        int ahead = 0;
        while (lexer.peek(ahead) == ' ') {
            ahead++;
        }
        char c = lexer.peek(ahead);
        if (c != 'x' && c != 'X') {
            return;
        }
        ahead++;
        while (lexer.peek(ahead) == ' ') {
            ahead++;
        }
        if (lexer.peek(ahead) == '1' && lexer.peek(ahead + 1) == '0' && lexer.peek(ahead + 2) == '^') {
            lexer.at += ahead;
            lexer.emit(Kind.SYMBOL, "*");
        }
    }
}
