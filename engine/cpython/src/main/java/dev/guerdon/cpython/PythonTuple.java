package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Python tuple, which plain values have no word for. */
@Internal
public record PythonTuple(List<@Nullable Object> elements) {

    public PythonTuple {
        elements = Collections.unmodifiableList(new ArrayList<>(elements));
    }

    public static PythonTuple of(@Nullable Object... elements) {
        return new PythonTuple(Arrays.asList(elements));
    }
}
