/**
 * Two runs side by side: what became of each task, and for one task both traces.
 *
 * <p>Uses {@code page} and {@code trace}.
 */
@NullMarked
package dev.guerdon.viewer.compare;

import org.jspecify.annotations.NullMarked;
