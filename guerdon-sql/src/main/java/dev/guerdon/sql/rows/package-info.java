/**
 * Rows of results and when two results are the same: as Spider's test suites and as BIRD have it.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.sql.rows;

import org.jspecify.annotations.NullMarked;
