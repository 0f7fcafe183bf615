/**
 * Recorded traffic with models, and its replay.
 *
 * <p>Uses {@code model} and {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.record;

import org.jspecify.annotations.NullMarked;
