package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import org.jspecify.annotations.Nullable;

/** An argument that an action gives by name. */
@Experimental
public record NamedArgument(String name, @Nullable Object value) {}
