/**
 * The engine: the catalogue of everything that can be added, and scoring with it.
 *
 * <p>{@code Registry} is the catalogue; {@code Scorer} calls rewards under a deadline; {@code ScoreJob} scores a stream of
 * lines; {@code ResourcePools} keeps the live resources that rewards and tools share; {@code VectorEnvironment} steps many
 * environments at once. This is the door; the rooms behind it are not
 * for other modules. Uses every room.
 */
@NullMarked
package dev.guerdon.core;

import org.jspecify.annotations.NullMarked;
