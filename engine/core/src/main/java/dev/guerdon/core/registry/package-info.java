/**
 * Registered things: their names, and how they are called, with parameters bound by name, values converted and schemas derived.
 *
 * <p>All of it is decided once, at registration, so that a call costs nothing but itself. {@code NamedEntries} has the names.
 * {@code DescribedCode} knows user code by what a worker process says of it. Uses {@code base}, {@code boundary} and {@code worker}.
 */
@NullMarked
package dev.guerdon.core.registry;

import org.jspecify.annotations.NullMarked;
