/**
 * How close texts and ratings are: shared words and characters (ROUGE, BLEU, chrF), edits (TER, rapidfuzz, difflib), and the
 * agreement of raters beyond chance.
 *
 * <p>Uses {@code grading}.
 */
@NullMarked
package dev.guerdon.rewards.overlap;

import org.jspecify.annotations.NullMarked;
