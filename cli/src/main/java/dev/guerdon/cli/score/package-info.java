/**
 * Commands about rewards: score, rewards, probe, audit.
 *
 * <p>They read options and print; the core and the lab do the work. Uses {@code cluster}, {@code input},
 * {@code pieces}, {@code spi} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.score;

import org.jspecify.annotations.NullMarked;
