/**
 * Commands that serve other programs: serve.
 *
 * <p>Uses {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.serve;

import org.jspecify.annotations.NullMarked;
