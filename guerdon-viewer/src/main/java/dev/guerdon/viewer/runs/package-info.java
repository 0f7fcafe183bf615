/**
 * The list of runs by suite, how their mean rewards went over time, and what each of them cost and earned.
 *
 * <p>Uses {@code data} and {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.runs;

import org.jspecify.annotations.NullMarked;
