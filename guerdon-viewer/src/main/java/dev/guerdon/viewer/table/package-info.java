/**
 * Tables of episodes: filtered, sorted, shown window by window; and what stands around them: histograms, groups, errors.
 *
 * <p>Uses {@code index}, {@code page} and {@code query}.
 */
@NullMarked
package dev.guerdon.viewer.table;

import org.jspecify.annotations.NullMarked;
