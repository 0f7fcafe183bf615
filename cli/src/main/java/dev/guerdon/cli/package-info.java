/**
 * The {@code guerdon} command.
 *
 * <p>{@code Main} starts it; the commands about the command itself and {@code init} are here, and each family of other commands has a
 * room of its own. Uses every room.
 */
@NullMarked
package dev.guerdon.cli;

import org.jspecify.annotations.NullMarked;
