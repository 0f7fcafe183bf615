/**
 * Runs on disk: SQLite for facts, files for artifacts; and what is stored of an episode as a reward sees it again.
 *
 * <p>One transaction for each finished episode: whatever kills the process, what was finished is there. Uses {@code spi} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.store;

import org.jspecify.annotations.NullMarked;
