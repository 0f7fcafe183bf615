package dev.guerdon.catalogue.schema;

import dev.guerdon.api.Internal;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a value.
 *
 * @param path where, as a JSON path such as {@code $.items[0]}
 * @param keyword the keyword that is not met; null where the schema is {@code false}
 */
@Internal
public record Violation(String path, @Nullable String keyword) {

    static final Comparator<Violation> ORDER = (a, b) -> {
        int byPath = compare(a.path, b.path);
        return byPath != 0 ? byPath : compare(a.keyword == null ? "" : a.keyword, b.keyword == null ? "" : b.keyword);
    };

    /** By code points. */
    private static int compare(String a, String b) {
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
    }
}
