/**
 * The prompts that the agents of a run had: kept with the run, compared with those of another.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.lab.prompt;

import org.jspecify.annotations.NullMarked;
