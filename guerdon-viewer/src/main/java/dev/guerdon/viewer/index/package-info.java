/**
 * The episodes of a run as columns in memory: small enough for a million of them, and read again only as far as they are new.
 *
 * <p>Missing is missing here and never 0. Uses {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.index;

import org.jspecify.annotations.NullMarked;
