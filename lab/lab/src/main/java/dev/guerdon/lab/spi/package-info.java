/**
 * The nouns of the lab, and what users implement with them.
 *
 * <p>A {@code Run} of {@code Episode}s, a {@code Comparison} of two runs, the {@code Finding}s of a {@code DiagnosisRule}. No work is done
 * here. Uses {@code text}.
 */
@NullMarked
package dev.guerdon.lab.spi;

import org.jspecify.annotations.NullMarked;
