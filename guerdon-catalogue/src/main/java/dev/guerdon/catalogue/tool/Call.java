package dev.guerdon.catalogue.tool;

import dev.guerdon.api.Internal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call of a tool by name. */
@Internal
public record Call(String name, Map<String, @Nullable Object> arguments) {}
