/**
 * The curves that shape the length of a response, and the share of what it repeats.
 *
 * <p>A length is in tokens where the task has them, else in code points. Uses {@code gold}.
 */
@NullMarked
package dev.guerdon.catalogue.shaping;

import org.jspecify.annotations.NullMarked;
