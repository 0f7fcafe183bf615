package dev.guerdon.browser;

import org.jspecify.annotations.Nullable;

/** An argument that an action gives by name. */
public record NamedArgument(String name, @Nullable Object value) {}
