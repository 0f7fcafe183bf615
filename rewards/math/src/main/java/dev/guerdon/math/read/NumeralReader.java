package dev.guerdon.math.read;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Based;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Rational;
import java.math.BigInteger;

/** Numbers as they are written: their digits and their base. */
final class NumeralReader {

    private NumeralReader() {}

    static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    static boolean isWhole(Node node) {
        return node instanceof Num n
                && n.value().isInteger()
                && !n.decimal()
                && n.value().signum() > 0;
    }

    static Num number(AnswerToken token) {
        Rational value = token.value();
        if (value == null) {
            throw NotReadException.INSTANCE;
        }
        return new Num(value, token.text().indexOf('.') >= 0 || token.text().indexOf('e') >= 0);
    }

    /** Returns whether a subscript of this number would be its base. */
    static boolean takesBase(Node number) {
        return number instanceof Num n && n.value().isInteger();
    }

    /** Returns a number whose base follows as subscript. */
    static Node based(Node number, ExpressionReader expressions, TokenCursor cursor) {
        cursor.expect("_");
        Node subscript = expressions.argument();
        String digits = ((Num) number).value().numerator().toString();
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
}
