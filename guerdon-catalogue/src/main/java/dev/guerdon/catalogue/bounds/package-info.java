/**
 * How much work a reward may do: one counter of steps, and what happens past its end.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.bounds;

import org.jspecify.annotations.NullMarked;
