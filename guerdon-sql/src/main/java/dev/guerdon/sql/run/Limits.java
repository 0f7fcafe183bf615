package dev.guerdon.sql.run;

import dev.guerdon.api.Internal;

/**
 * What one statement may use.
 *
 * @param steps instructions of SQLite's machine
 * @param rows rows of the result
 * @param bytes bytes of the result, about
 */
@Internal
public record Limits(long steps, int rows, long bytes) {

    public static final Limits DEFAULT = new Limits(10_000_000, 100_000, 32L << 20);
}
