/**
 * Why a reward was lost: the rules, their evidence, and what the score would have been.
 *
 * <p>Uses {@code answer}, {@code spi}, {@code suite} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.diagnose;

import org.jspecify.annotations.NullMarked;
