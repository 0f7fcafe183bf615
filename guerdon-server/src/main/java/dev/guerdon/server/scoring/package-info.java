/**
 * The engines behind a reward server: who may have how much under way, whose turn it is, deadlines, counts and the log of slow calls.
 *
 * <p>Uses {@code http} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.scoring;

import org.jspecify.annotations.NullMarked;
