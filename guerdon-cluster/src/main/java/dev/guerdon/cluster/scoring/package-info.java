/**
 * The driver of a score job: what the input is cut into, what is handed out, what counts as done, and the metrics of all of it.
 *
 * <p>The output folder is the only memory. A piece is done when its marker is in place, and only the driver moves markers; so a
 * driver that is killed at any moment is continued by the same command.
 *
 * <p>Uses {@code piece} and {@code spi}.
 */
@NullMarked
package dev.guerdon.cluster.scoring;

import org.jspecify.annotations.NullMarked;
