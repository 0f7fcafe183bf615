/**
 * Words and syllables of a text, for its readability.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.text.readability;

import org.jspecify.annotations.NullMarked;
