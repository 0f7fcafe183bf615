/**
 * Rewards that run a query: row equality and execution on SQLite, read-only and bounded, as Spider's test suites and BIRD have it.
 *
 * <p>Queries of others run in a process of their own, each on a copy of a database in memory, within limits of steps, memory, rows and
 * bytes.
 */
@NullMarked
package dev.guerdon.sql;

import org.jspecify.annotations.NullMarked;
