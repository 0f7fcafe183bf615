/**
 * Pictures in a terminal: which protocol it speaks, and how a picture is said in it.
 *
 * <p>{@code Kitty} and {@code Sixel} write, {@code Terminals} finds out. Uses no other room.
 */
@NullMarked
package dev.guerdon.cli.picture;

import org.jspecify.annotations.NullMarked;
