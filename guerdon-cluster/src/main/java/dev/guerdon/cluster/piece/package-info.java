/**
 * What a process of a cluster does with a piece of a file or table: it counts its lines, or scores them into a part.
 *
 * <p>A piece knows nothing of the other pieces. It writes below its own try's name alone, and nothing it writes counts before the
 * driver has moved it into place.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.cluster.piece;

import org.jspecify.annotations.NullMarked;
