/**
 * Finding a way to the goal: the planner, and the explorer that only sees what a player sees.
 *
 * <p>Uses {@code game} and {@code logic}.
 */
@NullMarked
package dev.guerdon.alfworld.plan;

import org.jspecify.annotations.NullMarked;
