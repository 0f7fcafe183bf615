/**
 * From many scores to a decision: suites, runs, comparison, diagnosis, iteration, reports.
 *
 * <p>The door: each class here is one thing that a command does. The nouns it takes and gives, and what users implement, are in {@code
 * dev.guerdon.lab.spi}. Uses {@code compare}, {@code diagnose}, {@code probe}, {@code report}, {@code run}, {@code session},
 * {@code spi}, {@code store}, {@code suite} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab;

import org.jspecify.annotations.NullMarked;
