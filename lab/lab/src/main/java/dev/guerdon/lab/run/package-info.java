/**
 * A run under way: what was chosen, where it comes from, which prompts its agents have, how it is kept and stopped.
 *
 * <p>Uses {@code spi} and {@code suite}.
 */
@NullMarked
package dev.guerdon.lab.run;

import org.jspecify.annotations.NullMarked;
