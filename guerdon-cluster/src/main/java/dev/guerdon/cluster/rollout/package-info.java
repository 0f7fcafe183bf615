/**
 * Episodes that are played elsewhere: the driver hands out plans, and keeps what comes back as if it had been played here.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.cluster.rollout;

import org.jspecify.annotations.NullMarked;
