/**
 * An episode, step by step, with why it has its reward.
 *
 * <p>Uses {@code page} and {@code trace}.
 */
@NullMarked
package dev.guerdon.viewer.episode;

import org.jspecify.annotations.NullMarked;
