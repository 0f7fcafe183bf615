/**
 * Question answering: formats, normal forms, overlap of tokens.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.text.qa;

import org.jspecify.annotations.NullMarked;
