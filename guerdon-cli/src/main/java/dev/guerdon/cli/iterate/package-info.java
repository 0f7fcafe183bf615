/**
 * The commands that try changes and keep what helps: those of a plan, and those that are found on the way.
 *
 * <p>Uses {@code input}, {@code run} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.iterate;

import org.jspecify.annotations.NullMarked;
