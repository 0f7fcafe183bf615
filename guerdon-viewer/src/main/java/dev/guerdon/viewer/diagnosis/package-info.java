/**
 * Why the episodes of a run lost reward: causes with their evidence, and what each fix would bring.
 *
 * <p>Uses {@code page} and {@code trace}.
 */
@NullMarked
package dev.guerdon.viewer.diagnosis;

import org.jspecify.annotations.NullMarked;
