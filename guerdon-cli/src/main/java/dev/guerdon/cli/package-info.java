/**
 * The {@code guerdon} command.
 *
 * <p>{@code Main} starts it; each family of commands has a room of its own. Uses every room.
 */
@NullMarked
package dev.guerdon.cli;

import org.jspecify.annotations.NullMarked;
