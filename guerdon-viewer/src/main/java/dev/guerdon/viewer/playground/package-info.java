/**
 * The rewards: what each reads, and what it gives for samples of one's own, for other ways to write an answer, and for answers that
 * deserve nothing.
 *
 * <p>Uses {@code page} and {@code trace}.
 */
@NullMarked
package dev.guerdon.viewer.playground;

import org.jspecify.annotations.NullMarked;
