/**
 * What happened in an episode, made ready to be looked at: its steps, its pictures, where texts were cut, and how two of them line up.
 *
 * <p>Uses {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.trace;

import org.jspecify.annotations.NullMarked;
