/**
 * Two runs side by side: pairs, differences, the words for them, the gate.
 *
 * <p>Uses {@code prompt}, {@code spi}, {@code stats}, {@code text} and {@code yaml}.
 */
@NullMarked
package dev.guerdon.lab.compare;

import org.jspecify.annotations.NullMarked;
