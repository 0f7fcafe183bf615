/**
 * The command that tries changes and keeps what helps.
 *
 * <p>Uses {@code input}, {@code run} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.iterate;

import org.jspecify.annotations.NullMarked;
