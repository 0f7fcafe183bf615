/**
 * Commands that serve other programs: serve.
 *
 * <p>A command reads its options, says where the rewards of the user's own come from and which of them run in worker processes, and hands
 * over to the engine, which serves until its client is gone. Uses {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.serve;

import org.jspecify.annotations.NullMarked;
