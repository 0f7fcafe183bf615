/**
 * Samples from Parquet files, behind the {@link dev.guerdon.core.spi.RowFormat} of the core.
 *
 * <p>{@link dev.guerdon.parquet.ParquetPlugin} adds the format; {@link dev.guerdon.parquet.ParquetFile} is the
 * reader itself. Written by hand, from the thrift structures of the footer to the compression of the pages, because what is
 * needed is small: rows as plain JSON values, from the first to the last. The smallest closure of a library that reads them all
 * has 21 jars and 32 MB, and DuckDB has 78 MB, each with writers, filters and a file system that are not needed here.
 */
@NullMarked
package dev.guerdon.parquet;

import org.jspecify.annotations.NullMarked;
