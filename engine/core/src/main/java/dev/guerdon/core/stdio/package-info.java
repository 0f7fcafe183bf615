/**
 * The engine behind standard input and output: rewards and environments for programs in any language.
 *
 * <p>{@code StdioEngine} serves one client, which started it as a child process; {@code EngineMain} is that process. Messages are frames, and
 * docs/protocols/stdio.md describes them. A thread reads a frame and does what it says. Where that takes more than a moment, another
 * thread continues to read, so that no request blocks another. Uses {@code base}.
 */
@NullMarked
package dev.guerdon.core.stdio;

import org.jspecify.annotations.NullMarked;
