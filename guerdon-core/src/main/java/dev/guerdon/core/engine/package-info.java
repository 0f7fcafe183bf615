/**
 * Threads for foreign code, and the one place where what it returns becomes a result.
 *
 * <p>{@code ComputePool} runs calls that compute, {@code WaitingCalls} those that wait; {@code Results} normalises whatever came
 * back, and {@code NoScore} says why nothing did; {@code StuckCalls} counts those that never end. {@code Lanes} share the samples of a batch among threads, and {@code Gathering} collects their lines. Uses {@code boundary}.
 */
@NullMarked
package dev.guerdon.core.engine;

import org.jspecify.annotations.NullMarked;
