/**
 * What a user of the math rewards may set: how much work one comparison may be.
 *
 * <p>{@code MathLimits} goes in at the door and is obeyed in every room, so it lies below them all. Uses no other room.
 */
@NullMarked
package dev.guerdon.math.spi;

import org.jspecify.annotations.NullMarked;
