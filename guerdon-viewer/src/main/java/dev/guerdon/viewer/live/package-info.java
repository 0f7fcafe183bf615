/**
 * Runs that are under way: how far they are, what is in flight, and how they are paused or stopped.
 *
 * <p>Uses {@code data}, {@code index} and {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.live;

import org.jspecify.annotations.NullMarked;
