/**
 * A game: its rules and grammar read, its state stepped, its text rendered.
 *
 * <p>Uses {@code logic}.
 */
@NullMarked
package dev.guerdon.alfworld.game;

import org.jspecify.annotations.NullMarked;
