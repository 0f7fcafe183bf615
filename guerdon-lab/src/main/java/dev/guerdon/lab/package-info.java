/**
 * The lab: suites of tasks, runs and their store, comparison with statistics, diagnosis, iteration in which the reward decides, and
 * reports.
 */
@NullMarked
package dev.guerdon.lab;

import org.jspecify.annotations.NullMarked;
