/**
 * Commands about rewards: score, rewards, probe, audit.
 *
 * <p>Uses {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.score;

import org.jspecify.annotations.NullMarked;
