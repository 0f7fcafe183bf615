/**
 * The list of runs.
 *
 * <p>Uses {@code data} and {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.runs;

import org.jspecify.annotations.NullMarked;
