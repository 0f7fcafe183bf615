/**
 * Why a reward was lost: the rules, their evidence, and what the score would have been.
 *
 * <p>A rule may write an answer in other ways, without prose, units or layout, to see whether only its form was wrong. Uses {@code spi},
 * {@code suite} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.diagnose;

import org.jspecify.annotations.NullMarked;
