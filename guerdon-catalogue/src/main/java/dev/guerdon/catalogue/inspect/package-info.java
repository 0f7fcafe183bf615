/**
 * Inspect's scorers: texts and numbers of every script, patterns, and the overlap of words.
 *
 * <p>Uses {@code budget}, {@code gold}, {@code match} and {@code regex}.
 */
@NullMarked
package dev.guerdon.catalogue.inspect;

import org.jspecify.annotations.NullMarked;
