/**
 * What a module implements to extend the engine.
 *
 * <p>A {@code RowFormat} reads files of rows, such as Parquet; {@code HttpTraffic} is recorded and replayed. Uses {@code lines}.
 */
@NullMarked
package dev.guerdon.core.spi;

import org.jspecify.annotations.NullMarked;
