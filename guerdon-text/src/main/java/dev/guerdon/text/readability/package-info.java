/**
 * Words and syllables of a text, for its readability.
 *
 * <p>Counted by letter patterns for English, with a list of the words that these do not explain. Uses no other room.
 */
@NullMarked
package dev.guerdon.text.readability;

import org.jspecify.annotations.NullMarked;
