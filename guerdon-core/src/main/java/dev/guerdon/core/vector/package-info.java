/**
 * Many environments that step at once: one place for each, and the threads that serve them.
 *
 * <p>Uses {@code boundary}.
 */
@NullMarked
package dev.guerdon.core.vector;

import org.jspecify.annotations.NullMarked;
