/**
 * What Guerdon costs, side by side with the Python references.
 *
 * <p>{@code ./dev bench} lists the benchmarks, {@code ./dev bench NAME} runs one. Each prints what it measured, the recorded figure
 * of the reference scaled to this machine by the calibration, and the ratio of the two.
 */
@NullMarked
package dev.guerdon.benchmarks;

import org.jspecify.annotations.NullMarked;
