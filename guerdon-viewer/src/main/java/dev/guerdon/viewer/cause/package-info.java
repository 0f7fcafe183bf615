/**
 * Why episodes lost reward, worked out in the background when somebody asks, and remembered.
 *
 * <p>Uses {@code index}.
 */
@NullMarked
package dev.guerdon.viewer.cause;

import org.jspecify.annotations.NullMarked;
