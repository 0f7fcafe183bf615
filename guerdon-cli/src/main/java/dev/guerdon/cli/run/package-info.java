/**
 * Commands about runs: run, runs, show.
 *
 * <p>What they print is made apart from the commands, in {@code RunOutput} and {@code EpisodePage}. Uses {@code cluster},
 * {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.run;

import org.jspecify.annotations.NullMarked;
