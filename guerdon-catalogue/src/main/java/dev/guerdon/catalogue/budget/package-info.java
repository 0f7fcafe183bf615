/**
 * Budgets of steps, so that a grader ends in any thread without clocks or interrupts.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.budget;

import org.jspecify.annotations.NullMarked;
