package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import org.jspecify.annotations.Nullable;

/** JSON of the API, read and written by {@link JsonCodec}. */
@Internal
public final class EngineJson implements Json.Format {

    @Override
    public Json parse(String text) {
        return JsonCodec.read(text, "the text");
    }

    @Override
    public String format(@Nullable Object value) {
        return JsonCodec.write(value);
    }
}
