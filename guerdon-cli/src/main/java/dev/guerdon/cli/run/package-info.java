/**
 * Commands about runs: run, runs, show.
 *
 * <p>Uses {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.run;

import org.jspecify.annotations.NullMarked;
