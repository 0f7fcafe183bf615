package dev.guerdon.catalogue.state;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Sha256;
import dev.guerdon.cpython.Repr;
import dev.guerdon.cpython.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** tau-bench's hash of a database: SHA-256 of Python's text of sorted tuples. */
@Internal
public final class StateHash {

    private static final Comparator<String> BY_CODE_POINTS = (a, b) -> {
        int i = 0;
        while (i < a.length() && i < b.length()) {
            int left = a.codePointAt(i);
            int right = b.codePointAt(i);
            if (left != right) {
                return Integer.compare(left, right);
            }
            i += Character.charCount(left);
        }
        return Integer.compare(a.length(), b.length());
    };

    private StateHash() {}

    /** The hash in hexadecimal digits. */
    public static String of(@Nullable Object state) {
        MessageDigest digest = Sha256.digest();
        digest.update(text(state).getBytes(StandardCharsets.UTF_8));
        return Sha256.hex(digest);
    }

    /** The text that is hashed. */
    public static String text(@Nullable Object state) {
        return Repr.str(tuples(state));
    }

    private static @Nullable Object tuples(@Nullable Object value) {
        List<@Nullable Object> elements = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            map.keySet().stream()
                    .map(String::valueOf)
                    .sorted(BY_CODE_POINTS)
                    .forEach(name -> elements.add(Tuple.of(name, tuples(map.get(name)))));
            return new Tuple(elements);
        }
        if (value instanceof List<?> list) {
            list.forEach(element -> elements.add(tuples(element)));
            return new Tuple(elements);
        }
        return value;
    }
}
