/**
 * Rewards that run a query: row equality and execution on SQLite, read-only and bounded.
 *
 * <p>Uses {@code rows} and {@code run}.
 */
@NullMarked
package dev.guerdon.sql;

import org.jspecify.annotations.NullMarked;
