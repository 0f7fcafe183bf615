/**
 * What a module implements to extend the engine.
 *
 * <p>A {@code RowFormat} reads files of rows, such as Parquet. Uses {@code lines}.
 */
@NullMarked
package dev.guerdon.core.spi;

import org.jspecify.annotations.NullMarked;
