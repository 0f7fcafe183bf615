/**
 * The agent loop, and the formats in which a model says what it wants to do.
 *
 * <p>Uses {@code model}, {@code provider} and {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.loop;

import org.jspecify.annotations.NullMarked;
