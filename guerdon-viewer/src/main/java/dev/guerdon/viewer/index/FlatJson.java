package dev.guerdon.viewer.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads objects of JSON as Guerdon writes those of extras: no spaces, one level, no escapes. That is nearly all of them, and a fraction of
 * the time that a whole parser takes. What is otherwise is left to the parser.
 */
final class FlatJson {

    private static final double[] TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    private static final int EXACT_DIGITS = 15;
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    /** Gets what is read. */
    interface Sink {

        /** Whether the field with this name, which stands in some bytes, is wanted; values that follow belong to it. */
        boolean field(byte[] json, int from, int to);

        void number(double value);

        void flag(boolean value);

        void text(byte[] utf8);
    }

    private final byte[] json;
    private final Sink sink;
    private int at;

    private FlatJson(byte[] json, Sink sink) {
        this.json = json;
        this.sink = sink;
    }

    /** Reads an object. False where it is not as expected; the sink may have got some of its fields then. */
    static boolean read(byte[] json, Sink sink) {
        return new FlatJson(json, sink).object();
    }

    private boolean object() {
        if (!took('{')) {
            return false;
        }
        if (took('}')) {
            return at == json.length;
        }
        while (true) {
            int from = at + 1;
            int to = quoted();
            if (to < 0 || !took(':') || !value(sink.field(json, from, to))) {
                return false;
            }
            if (!took(',')) {
                return took('}') && at == json.length;
            }
        }
    }

    private boolean took(char c) {
        boolean found = at < json.length && json[at] == c;
        at += found ? 1 : 0;
        return found;
    }

    /** Passes a text in quotes, and tells where its content ends; -1 where it is none, or has an escape. */
    private int quoted() {
        if (!took('"')) {
            return -1;
        }
        while (at < json.length && json[at] != '"' && json[at] != '\\' && (json[at] & 0xE0) != 0) {
            at++;
        }
        return took('"') ? at - 1 : -1;
    }

    private boolean value(boolean wanted) {
        if (at == json.length) {
            return false;
        }
        return switch (json[at]) {
            case '"' -> text(wanted);
            case 't' -> word(TRUE) && flag(wanted, true);
            case 'f' -> word(FALSE) && flag(wanted, false);
            case 'n' -> word(NULL);
            default -> number(wanted);
        };
    }

    private boolean text(boolean wanted) {
        int from = at + 1;
        int to = quoted();
        if (to >= 0 && wanted) {
            sink.text(Arrays.copyOfRange(json, from, to));
        }
        return to >= 0;
    }

    private boolean word(byte[] word) {
        boolean found =
                json.length - at >= word.length && Arrays.equals(json, at, at + word.length, word, 0, word.length);
        at += found ? word.length : 0;
        return found;
    }

    private boolean flag(boolean wanted, boolean value) {
        if (wanted) {
            sink.flag(value);
        }
        return true;
    }

    /** A number of up to 15 digits without an exponent, which one division makes exact. */
    private boolean number(boolean wanted) {
        boolean negative = took('-');
        int start = at;
        long digits = 0;
        int point = -1;
        for (; at < json.length; at++) {
            byte b = json[at];
            if (b == '.' && point < 0) {
                point = at;
            } else if (b >= '0' && b <= '9') {
                digits = digits * 10 + b - '0';
            } else {
                break;
            }
        }
        int count = at - start - (point < 0 ? 0 : 1);
        boolean plain = count > 0
                && count <= EXACT_DIGITS
                && point != start
                && point != at - 1
                && (json[start] != '0' || count == 1 || point == start + 1);
        if (!plain || (at < json.length && json[at] != ',' && json[at] != '}')) {
            return false;
        }
        if (wanted) {
            double value = digits / TENS[point < 0 ? 0 : at - point - 1];
            sink.number(negative ? -value : value);
        }
        return true;
    }
}
