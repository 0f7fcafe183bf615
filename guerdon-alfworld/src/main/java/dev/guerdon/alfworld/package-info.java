/**
 * ALFWorld: household games played in text, as TextWorld plays them.
 *
 * <p>The door: the environment, its provider, tools, policies. Uses every room.
 */
@NullMarked
package dev.guerdon.alfworld;

import org.jspecify.annotations.NullMarked;
