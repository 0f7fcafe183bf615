/**
 * Two runs side by side: pairs, differences, the words for them, and the statistics behind decisions.
 *
 * <p>Intervals, tests and power rest on distribution functions of Commons Statistics. Uses {@code run}, {@code spi} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.compare;

import org.jspecify.annotations.NullMarked;
