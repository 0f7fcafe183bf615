package dev.guerdon.browser.action;

import dev.guerdon.api.Internal;
import org.jspecify.annotations.Nullable;

/** An argument that an action gives by name. */
@Internal
public record NamedArgument(String name, @Nullable Object value) {}
