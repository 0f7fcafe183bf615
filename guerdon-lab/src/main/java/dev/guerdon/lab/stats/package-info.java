/**
 * Statistics behind decisions: intervals, tests, power.
 *
 * <p>Distribution functions come from Commons Statistics; what is written here is what they are used for. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.lab.stats;

import org.jspecify.annotations.NullMarked;
