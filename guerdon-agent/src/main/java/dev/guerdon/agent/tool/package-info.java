/**
 * Tools that need no environment.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.agent.tool;

import org.jspecify.annotations.NullMarked;
