package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads Python's literals: strings, numbers, lists, tuples, dicts with string keys, True, False, None.
 *
 * <p>Nothing is evaluated, and the steps of one text are counted, so that hostile text ends early. Positions count code points, as
 * Python's do. There are two grammars: {@link #eval} takes what {@code ast.literal_eval} takes, except for bytes, sets, complex
 * numbers, the ellipsis and other keys, which plain values have no place for; {@link #loose} reads values inside other text.
 */
@Internal
public final class PythonLiterals {

    private static final int MAX_STEPS = 20_000_000;
    private static final int MAX_BRACKETS = 200;
    private static final int MAX_LOOSE_DEPTH = 50;
    private static final int SHOWN = 20;
    private static final int FAILED = -1;

    private final int[] text;
    private final boolean loose;
    private int steps;

    /** Number of brackets that are open; elsewhere the end of a line ends the expression. */
    private int brackets;

    /** True if the values that were read last ended with a comma. */
    private boolean trailingComma;

    /** True if the number that was read last had a sign. */
    private boolean signed;

    /** The last position at which something was looked for. */
    private int furthest;

    /** The value that was read last. */
    private @Nullable Object value;

    private PythonLiterals(int[] text, boolean loose) {
        this.text = text;
        this.loose = loose;
    }

    /**
     * Returns the value of a text that is one literal.
     *
     * @throws PythonException if it is not
     */
    public static @Nullable Object eval(String source) {
        int[] text = SourceText.of(source);
        PythonLiterals literals = new PythonLiterals(text, false);
        int start = SourceText.skipBlankLines(text, 0);
        List<@Nullable Object> values = new ArrayList<>();
        int end = start == FAILED ? FAILED : literals.skip(literals.values(start, values, 0));
        if (end == FAILED
                || values.isEmpty()
                || (end < text.length && text[end] != '\n')
                || SourceText.skipBlankLines(text, end) != text.length) {
            throw new PythonException("SyntaxError", "expected a Python literal, " + literals.found());
        }
        // Values with a comma are a tuple even without brackets.
        return values.size() > 1 || literals.trailingComma ? new PythonTuple(values) : values.getFirst();
    }

    private String found() {
        int at = Math.min(furthest, text.length);
        String next = substring(at, Math.min(text.length, at + SHOWN));
        return "found " + (next.isEmpty() ? "the end" : PythonRepr.of(next)) + " at position " + at;
    }

    /**
     * Reads values where they stand in other text, in the way of the grammar by which BrowserGym reads actions.
     *
     * <p>There, strings have no prefixes, whole numbers may begin with zeros and have digits of any script, a line may end
     * anywhere, {@code (1)} is a tuple, and values nest at most {@value #MAX_LOOSE_DEPTH} deep.
     */
    public static PythonLiterals loose(int[] codePoints) {
        return new PythonLiterals(codePoints, true);
    }

    /** Returns the value that was read last. */
    public @Nullable Object value() {
        return value;
    }

    /** Returns the position after spaces and comments from there on. */
    public int skip(int from) {
        int at = from;
        if (loose) {
            while (at < text.length && (text[at] == '#' || isLooseSpace(text[at]))) {
                at = text[at] == '#' ? SourceText.lineEnd(text, at) : at + 1;
            }
        } else {
            at = SourceText.skip(text, from, brackets > 0);
        }
        furthest = Math.max(furthest, at);
        count(at - from + 1);
        return at;
    }

    private static boolean isLooseSpace(int c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    public boolean isAt(int at, char c) {
        return at < text.length && text[at] == c;
    }

    /** Returns the position after the identifier that begins there, or -1. Letters are those of Latin-1. */
    public int identifier(int at) {
        if (at >= text.length || !isIdentifierStart(text[at])) {
            return FAILED;
        }
        int end = at + 1;
        while (end < text.length && isIdentifierPart(text[end])) {
            end++;
        }
        count(end - at);
        return end;
    }

    public String substring(int start, int end) {
        return new String(text, start, end - start);
    }

    private static boolean isIdentifierStart(int c) {
        return c == '_' || (c < 0x100 && Character.isLetter(c));
    }

    private static boolean isIdentifierPart(int c) {
        return isIdentifierStart(c) || (c >= '0' && c <= '9') || c == 0xb7;
    }

    /**
     * Reads values separated by commas, with or without one at the end.
     *
     * @return after the last of them and its comma; {@code from} if there is none
     */
    public int values(int from, List<@Nullable Object> values, int depth) {
        int end = from;
        boolean comma = false;
        int next = value(skip(from), depth);
        while (next != FAILED) {
            values.add(value);
            end = next;
            int at = skip(end);
            comma = isAt(at, ',');
            if (!comma) {
                break;
            }
            end = at + 1;
            next = value(skip(end), depth);
        }
        trailingComma = comma;
        return end;
    }

    /** Reads the value that begins there. Returns the position after it, or -1. */
    public int value(int at, int depth) {
        if (at >= text.length) {
            return FAILED;
        }
        if (loose && depth > MAX_LOOSE_DEPTH) {
            throw new PythonException("RecursionError", "maximum recursion depth exceeded");
        }
        if (depth > MAX_BRACKETS) {
            throw new PythonException("SyntaxError", "too many nested parentheses");
        }
        return switch (text[at]) {
            case '"', '\'', 'u', 'U', 'r', 'R' -> loose ? looseString(at) : strings(at);
            case '[' -> list(at, depth);
            case '(' -> tuple(at, depth);
            case '{' -> dict(at, depth);
            case 'T' -> keyword(at, "True", true);
            case 'F' -> keyword(at, "False", false);
            case 'N' -> keyword(at, "None", null);
            case '+', '-' -> loose ? looseNumber(at) : signed(at, depth);
            default -> loose ? looseNumber(at) : number(at);
        };
    }

    private int looseString(int at) {
        int end = isAt(at, '"') || isAt(at, '\'') ? StringLiterals.looseEnd(text, at) : FAILED;
        if (end != FAILED) {
            count(end - at);
            value = StringLiterals.evaluate(text, at, end);
        }
        return end;
    }

    /** Reads one string or several that follow each other, which are one. */
    private int strings(int at) {
        StringBuilder all = new StringBuilder();
        int end = FAILED;
        int next = at;
        int quote = quote(next);
        while (quote != FAILED) {
            end = StringLiterals.end(text, quote);
            if (end == FAILED) {
                return FAILED;
            }
            count(end - next);
            boolean raw = isAt(next, 'r') || isAt(next, 'R');
            all.append(raw ? StringLiterals.raw(text, quote, end) : StringLiterals.evaluate(text, quote, end));
            next = skip(end);
            quote = quote(next);
        }
        value = all.toString();
        return end;
    }

    /** Returns the quote of the string that begins there with or without a prefix, or -1. */
    private int quote(int at) {
        boolean prefixed = at < text.length && "uUrR".indexOf(text[at]) >= 0;
        int quote = prefixed ? at + 1 : at;
        return isAt(quote, '"') || isAt(quote, '\'') ? quote : FAILED;
    }

    private int list(int at, int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        int end = closed(elements, at, depth, ']');
        value = elements;
        return end;
    }

    private int tuple(int at, int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        int end = closed(elements, at, depth, ')');
        value = !loose && elements.size() == 1 && !trailingComma ? elements.getFirst() : new PythonTuple(elements);
        return end;
    }

    private int closed(List<@Nullable Object> elements, int at, int depth, char close) {
        brackets++;
        int end = skip(values(at + 1, elements, depth + 1));
        brackets--;
        return isAt(end, close) ? end + 1 : FAILED;
    }

    private int dict(int at, int depth) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        brackets++;
        int end = at + 1;
        int next = entry(skip(end), entries, depth + 1);
        while (next != FAILED) {
            end = next;
            int comma = skip(end);
            if (!isAt(comma, ',')) {
                break;
            }
            end = comma + 1;
            next = entry(skip(end), entries, depth + 1);
        }
        int close = skip(end);
        brackets--;
        value = entries;
        return isAt(close, '}') ? close + 1 : FAILED;
    }

    private int entry(int at, Map<String, @Nullable Object> entries, int depth) {
        int keyEnd = loose ? (at < text.length ? looseString(at) : FAILED) : value(at, depth);
        if (keyEnd == FAILED || !(value instanceof String key)) {
            return FAILED;
        }
        int colon = skip(keyEnd);
        int end = isAt(colon, ':') ? value(skip(colon + 1), depth) : FAILED;
        if (end != FAILED) {
            entries.put(key, value);
        }
        return end;
    }

    private int keyword(int at, String word, @Nullable Object meaning) {
        for (int i = 0; i < word.length(); i++) {
            if (!isAt(at + i, word.charAt(i))) {
                return FAILED;
            }
        }
        int end = at + word.length();
        if (end < text.length && text[end] < 0x80 && (isIdentifierPart(text[end]) || text[end] == '$')) {
            return FAILED;
        }
        value = meaning;
        return end;
    }

    /** Reads a number with a sign; brackets around what is after the sign change nothing. */
    private int signed(int at, int depth) {
        boolean minus = text[at] == '-';
        signed = false;
        int end = value(skip(at + 1), depth);
        if (end == FAILED || signed || !(value instanceof Number number)) {
            return FAILED;
        }
        signed = true;
        if (minus) {
            value = number instanceof Double real
                    ? (Object) (-real)
                    : NumberLiterals.narrow(new BigInteger(number.toString()).negate());
        }
        return end;
    }

    private int number(int at) {
        int end = NumberLiterals.end(text, at);
        if (end != FAILED) {
            count(end - at);
            signed = false;
            value = NumberLiterals.value(text, at, end);
        }
        return end;
    }

    private int looseNumber(int at) {
        int end = NumberLiterals.looseEnd(text, at);
        if (end != FAILED) {
            count(end - at);
            value = NumberLiterals.looseValue(text, at, end);
        }
        return end;
    }

    private void count(int more) {
        steps += more;
        if (steps > MAX_STEPS) {
            throw new PythonException("ValueError", "The text takes too long to read; shorten it.");
        }
    }
}
