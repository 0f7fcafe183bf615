/**
 * Rewards that run a query: row equality and execution on SQLite, read-only and bounded.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.sql;

import org.jspecify.annotations.NullMarked;
