/**
 * Processes that run foreign code, so that it can be ended.
 *
 * <p>{@code WorkerPool} shares batches of calls among processes, {@code WorkerProcess} is one of them as its parent sees it, and
 * {@code ParentLink} is the other end of the line, within the worker. {@code EngineFrame} of {@code base} is what goes over the line: docs/design/workers.md tells how. Nothing here knows rewards; only calls, and scores as JSON. Uses {@code base}.
 */
@NullMarked
package dev.guerdon.core.worker;

import org.jspecify.annotations.NullMarked;
