/**
 * Question answering: formats, normal forms, overlap of tokens.
 *
 * <p>{@code PassageReader} answers by rule, for runs without a model. Uses no other room.
 */
@NullMarked
package dev.guerdon.text.qa;

import org.jspecify.annotations.NullMarked;
