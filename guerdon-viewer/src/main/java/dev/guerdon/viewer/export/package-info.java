/**
 * Tables as files: CSV, JSON, JSON lines and Parquet, written row by row.
 *
 * <p>Uses {@code index}, {@code page} and {@code table}.
 */
@NullMarked
package dev.guerdon.viewer.export;

import org.jspecify.annotations.NullMarked;
