/**
 * Programs: models behind a command line, with a session that goes on, and agents of the user's own.
 *
 * <p>Uses {@code loop}, {@code model} and {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.program;

import org.jspecify.annotations.NullMarked;
