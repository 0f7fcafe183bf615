/**
 * A run under way: what was chosen, where it comes from, how it is kept and stopped.
 *
 * <p>Uses {@code prompt}, {@code spi} and {@code suite}.
 */
@NullMarked
package dev.guerdon.lab.run;

import org.jspecify.annotations.NullMarked;
