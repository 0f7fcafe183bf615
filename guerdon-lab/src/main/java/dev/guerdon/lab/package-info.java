/**
 * From many scores to a decision: suites, runs, comparison, diagnosis, iteration, reports.
 *
 * <p>The door: each class here is one thing that a command does. The nouns it takes and gives, and what users implement, are in
 * {@code dev.guerdon.lab.spi}. Uses {@code compare}, {@code diagnose}, {@code improve}, {@code iterate}, {@code probe}, {@code
 * prompt}, {@code propose}, {@code report}, {@code rescore}, {@code run}, {@code spi}, {@code stats}, {@code store}, {@code suite}, {@code text} and {@code yaml}.
 */
@NullMarked
package dev.guerdon.lab;

import org.jspecify.annotations.NullMarked;
