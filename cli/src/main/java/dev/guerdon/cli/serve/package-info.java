/**
 * Commands that run until they are stopped, and commands about what these need: env, serve, view, setup, doctor.
 *
 * <p>The command {@code serve} takes the rewards from its options or from a file, which it reads again when it changes, and serves them over
 * HTTP until it is asked to end; with {@code --stdio} it serves the program that started it. Uses {@code cluster}, {@code input} and
 * {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.serve;

import org.jspecify.annotations.NullMarked;
