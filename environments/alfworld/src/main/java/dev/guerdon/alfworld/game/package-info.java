/**
 * A game: its planning domain and text grammar read, its state stepped, its text rendered.
 *
 * <p>Formulas and actions work on packed facts; everything that never changes is shared by all episodes of a game. Uses no other room.
 */
@NullMarked
package dev.guerdon.alfworld.game;

import org.jspecify.annotations.NullMarked;
