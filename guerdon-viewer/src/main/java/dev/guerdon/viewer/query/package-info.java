/**
 * Filters over episodes: a small language, its reader, and its evaluation over columns. Described for users in {@code
 * docs/view-filters.md}.
 *
 * <p>Uses {@code index}.
 */
@NullMarked
package dev.guerdon.viewer.query;

import org.jspecify.annotations.NullMarked;
