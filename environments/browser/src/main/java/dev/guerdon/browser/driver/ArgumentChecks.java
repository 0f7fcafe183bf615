package dev.guerdon.browser.driver;

import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonTuple;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the arguments of actions for what the browser needs, and complains as the reference, Python or Playwright for Python would.
 *
 * <p>The order in which the complaints come is that of the calls: an action looks for its element before it gives a button.
 */
final class ArgumentChecks {

    private static final List<String> BUTTONS = List.of("left", "right", "middle");
    private static final List<String> MODIFIERS = List.of("Alt", "Control", "ControlOrMeta", "Meta", "Shift");

    /** Returns the id of an element. */
    static String bid(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new ActionException("ValueError", "expected a string, got " + PythonRepr.of(value));
    }

    /** Returns the text of a chat message. */
    static String message(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new ActionException("ValueError", "Forbidden value: " + PythonRepr.of(value) + " is not a string");
    }

    /**
     * Returns a required text that goes to Playwright.
     *
     * @param api the call in Playwright's Python words, such as {@code Locator.fill}
     * @param field the name of the argument there
     */
    static String string(String api, String field, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw protocol(api, field + ": expected string, got " + scriptType(value));
    }

    /** Does as {@link #string}, where Playwright for Python itself misses the argument if it is None. */
    static String frameString(String api, String frameMethod, String field, @Nullable Object value) {
        if (value == null) {
            throw new ActionException(
                    "TypeError", "Frame." + frameMethod + "() missing 1 required positional argument: '" + field + "'");
        }
        return string(api, field, value);
    }

    /** Returns a number that goes to Playwright. */
    static double number(String api, String field, @Nullable Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw protocol(api, field + ": expected float, got " + scriptType(value));
    }

    /** Returns a coordinate of the screenshot, as one of the page. */
    static double coordinate(@Nullable Object value, double scale) {
        return switch (value) {
            case Number number -> number.doubleValue() / scale;
            case Boolean b -> (b ? 1 : 0) / scale;
            case null, default ->
                throw new ActionException(
                        "TypeError", "unsupported operand type(s) for /: '" + pythonType(value) + "' and 'float'");
        };
    }

    /** Returns a mouse button: left, right or middle. */
    static String button(String api, @Nullable Object value) {
        return value == null ? BUTTONS.getFirst() : oneOf(api, "button", value, BUTTONS);
    }

    /** Returns modifier keys. */
    static List<String> modifiers(String api, @Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?>) && !(value instanceof PythonTuple)) {
            throw protocol(api, "modifiers: expected array, got " + scriptType(value));
        }
        List<String> keys = new ArrayList<>();
        for (Object key : elements(value)) {
            keys.add(oneOf(api, "modifiers[" + keys.size() + "]", key, MODIFIERS));
        }
        return keys;
    }

    /** Returns the options to select, by value or label. */
    static List<String> options(String api, @Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        List<String> options = new ArrayList<>();
        for (Object option : value instanceof String ? List.of(value) : elements(value)) {
            options.add(string(api, "options[" + options.size() + "].valueOrLabel", option));
        }
        return options;
    }

    /** Returns the place of a tab in the list of tabs. Negative numbers count from the end, as in Python. */
    static int tab(@Nullable Object value, int tabs) {
        BigInteger index = switch (value) {
            case Boolean b -> b ? BigInteger.ONE : BigInteger.ZERO;
            case Integer i -> BigInteger.valueOf(i);
            case Long l -> BigInteger.valueOf(l);
            case BigInteger i -> i;
            case null, default ->
                throw new ActionException(
                        "TypeError", "list indices must be integers or slices, not " + pythonType(value));
        };
        if (index.bitLength() > 63) {
            throw new ActionException("IndexError", "cannot fit 'int' into an index-sized integer");
        }
        long place = index.signum() < 0 ? index.longValue() + tabs : index.longValue();
        if (place < 0 || place >= tabs) {
            throw new ActionException("IndexError", "list index out of range");
        }
        return (int) place;
    }

    private static String oneOf(String api, String field, @Nullable Object value, List<String> words) {
        if (value instanceof String word && words.contains(word)) {
            return word;
        }
        throw protocol(api, field + ": expected one of (" + String.join("|", words) + ")");
    }

    private static List<?> elements(Object value) {
        return switch (value) {
            case List<?> list -> list;
            case PythonTuple tuple -> tuple.elements();
            case Map<?, ?> map -> List.copyOf(map.keySet());
            default -> throw new ActionException("TypeError", "'" + pythonType(value) + "' object is not iterable");
        };
    }

    private static ActionException protocol(String api, String complaint) {
        return new ActionException("Error", api + ": " + complaint);
    }

    /** Returns the type in JavaScript's words. */
    private static String scriptType(@Nullable Object value) {
        return switch (value) {
            case null -> "undefined";
            case String s -> "string";
            case Boolean b -> "boolean";
            case Number n -> "number";
            default -> "object";
        };
    }

    /** Returns the type in Python's words. */
    static String pythonType(@Nullable Object value) {
        return switch (value) {
            case null -> "NoneType";
            case String s -> "str";
            case Boolean b -> "bool";
            case Double d -> "float";
            case Number n -> "int";
            case List<?> l -> "list";
            case PythonTuple t -> "tuple";
            default -> "dict";
        };
    }
}
