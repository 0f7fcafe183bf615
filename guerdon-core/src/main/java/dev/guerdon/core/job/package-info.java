/**
 * The way of a score job through its input: blocks read ahead, no more of them at once than memory has room for, and their scores handed
 * on in order.
 *
 * <p>{@code Input} says what comes next and when a job is over, {@code Share} how much may be under way. {@code ComputingRun} works block
 * by block, for rewards that compute; {@code WaitingRun} line by line, for those that wait. How lines are scored ({@code Blocks}, {@code Lines})
 * and written ({@code Output}) is not known here. Uses {@code lines}.
 */
@NullMarked
package dev.guerdon.core.job;

import org.jspecify.annotations.NullMarked;
