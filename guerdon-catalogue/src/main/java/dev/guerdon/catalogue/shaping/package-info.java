/**
 * Rewards that shape the length of a response and punish repetition.
 *
 * <p>Uses {@code gold}.
 */
@NullMarked
package dev.guerdon.catalogue.shaping;

import org.jspecify.annotations.NullMarked;
