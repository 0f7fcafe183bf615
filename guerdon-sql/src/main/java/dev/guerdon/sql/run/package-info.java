/**
 * Runs one query on a copy of a database in memory, read-only, within limits of steps, memory, rows and bytes.
 *
 * <p>Uses {@code rows}.
 */
@NullMarked
package dev.guerdon.sql.run;

import org.jspecify.annotations.NullMarked;
