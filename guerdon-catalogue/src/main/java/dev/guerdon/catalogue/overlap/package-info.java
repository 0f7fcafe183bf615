/**
 * How many words and characters two texts share, in order or not: ROUGE, BLEU and chrF, with their tokenizers.
 *
 * <p>Uses {@code budget}.
 */
@NullMarked
package dev.guerdon.catalogue.overlap;

import org.jspecify.annotations.NullMarked;
