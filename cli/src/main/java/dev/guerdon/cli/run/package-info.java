/**
 * Commands about runs: make and list them, look at one, compare some, and try changes.
 *
 * <p>What they print is made apart from the commands, in {@code RunOutput}, {@code EpisodePage} and the classes whose names end in
 * {@code Text}. Uses {@code cluster}, {@code input}, {@code pieces}, {@code spi} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.run;

import org.jspecify.annotations.NullMarked;
