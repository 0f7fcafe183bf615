/**
 * ALFWorld inside the JVM: plays the official household games, and games of Guerdon's own, without Python or a planner process.
 *
 * <p>A game file holds a planning domain, a planning problem and a text grammar. The domain and the grammar are compiled once per
 * distinct text into {@code Rules} that all games share; a {@code Game} adds its objects, initial facts, goal and names; an
 * {@code Episode} is a walk through immutable {@code Facts}. Around these stand the reader and the folders of games, the generator
 * of bundled games, the planner, the two policies, the tools and the reward.
 */
@NullMarked
package dev.guerdon.alfworld;

import org.jspecify.annotations.NullMarked;
