package dev.guerdon.webshop;

import dev.guerdon.cpython.PythonException;
import dev.guerdon.cpython.PythonLiterals;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the Python list and dict literals of strings that travel in the addresses of AgentFly's shop. */
final class AddressLiterals {

    private AddressLiterals() {}

    /** Reads {@code ['a', "b"]}. */
    static List<String> list(String text) {
        if (!(value(text) instanceof List<?> list)) {
            throw new WebshopException("expected a list of strings such as ['a', 'b'], found: " + text);
        }
        List<String> values = new ArrayList<>(list.size());
        list.forEach(value -> values.add(string(value, text)));
        return values;
    }

    /** Reads {@code {'a': 'b'}}. */
    static Map<String, String> dict(String text) {
        if (!(value(text) instanceof Map<?, ?> map)) {
            throw new WebshopException("expected a dict of strings such as {'a': 'b'}, found: " + text);
        }
        Map<String, String> values = new LinkedHashMap<>();
        map.forEach((name, value) -> values.put(string(name, text), string(value, text)));
        return values;
    }

    private static @Nullable Object value(String text) {
        try {
            return PythonLiterals.eval(text);
        } catch (PythonException e) {
            throw new WebshopException(e.getMessage() + " of " + text, e);
        }
    }

    private static String string(@Nullable Object value, String text) {
        if (value instanceof String string) {
            return string;
        }
        throw new WebshopException("expected nothing but strings, found " + PythonRepr.of(value) + " in " + text);
    }
}
