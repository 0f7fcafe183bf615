/**
 * What a module implements to extend the engine.
 *
 * <p>A {@code RowFormat} reads files of rows, such as Parquet; {@code HttpTraffic} is recorded and replayed; {@code
 * QuestionWorkers} run what could end its process. {@code GzipStream} unpacks
 * what others packed. {@code ChildProcesses} do a module's own pieces of work with users' code. Uses {@code base}, {@code boundary} and
 * {@code worker}.
 */
@NullMarked
package dev.guerdon.core.spi;

import org.jspecify.annotations.NullMarked;
