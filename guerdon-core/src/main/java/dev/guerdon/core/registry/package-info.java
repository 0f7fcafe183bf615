/**
 * How what is registered is called: parameters bound by name, values converted, schemas derived.
 *
 * <p>All of it is decided once, at registration, so that a call costs nothing but itself. Uses {@code boundary}.
 */
@NullMarked
package dev.guerdon.core.registry;

import org.jspecify.annotations.NullMarked;
