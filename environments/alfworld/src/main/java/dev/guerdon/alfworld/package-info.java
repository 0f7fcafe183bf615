/**
 * ALFWorld: household games played in text, as TextWorld plays them.
 *
 * <p>The door: the environment, its provider, tools and policies, and where its games come from: official files from a folder, and houses
 * that a seed furnishes. Uses every room.
 */
@NullMarked
package dev.guerdon.alfworld;

import org.jspecify.annotations.NullMarked;
