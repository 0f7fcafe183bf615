/**
 * Those who propose changes: remedies of diagnosis rules, a model that reflects, merges, and the tuning of numbers.
 *
 * <p>Uses {@code improve}, {@code rescore}, {@code spi} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.propose;

import org.jspecify.annotations.NullMarked;
