/**
 * Variants of answers and hostile policies, to see how sensitive a reward is.
 *
 * <p>Uses {@code spi} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.probe;

import org.jspecify.annotations.NullMarked;
