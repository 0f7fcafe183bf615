/**
 * Tools that need no environment.
 *
 * <p>So far there is one, a calculator: exact, bounded, and without evaluating anything a model wrote as code. Uses no other
 * room.
 */
@NullMarked
package dev.guerdon.agent.tool;

import org.jspecify.annotations.NullMarked;
