package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object, in the order in which they were added. */
@Internal
public final class JsonMembers extends LinkedHashMap<String, @Nullable Object> {

    private static final long serialVersionUID = 1L;

    /** Adds a member, or replaces one of that name. */
    public JsonMembers with(String name, @Nullable Object value) {
        put(name, value);
        return this;
    }
}
