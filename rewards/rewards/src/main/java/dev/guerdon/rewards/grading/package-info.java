/**
 * What every grader needs: the gold answers of the task, the texts to compare, and a budget of steps.
 *
 * <p>A fault in the gold answers is the task's: the sample is unscored, never 0. Budgets end a grader in any thread without clocks or
 * interrupts. Uses no other room.
 */
@NullMarked
package dev.guerdon.rewards.grading;

import org.jspecify.annotations.NullMarked;
