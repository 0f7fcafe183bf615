/**
 * What a user's reward, tool, environment or policy compiles against.
 *
 * <p>Nothing here computes: annotations, records and small interfaces, with no dependency but JSpecify. Values that come from
 * JSON are plain Java objects throughout: {@code String}, {@code Boolean}, {@code Integer}, {@code Long}, {@code BigInteger},
 * {@code Double}, {@code List}, {@code Map} with string keys in document order, and {@code null}; {@link dev.guerdon.api.Json}
 * is a view with typed accessors over any of them. Uses no other room.
 */
@NullMarked
package dev.guerdon.api;

import org.jspecify.annotations.NullMarked;
