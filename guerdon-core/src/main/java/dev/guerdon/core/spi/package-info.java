/**
 * What a module implements to extend the engine.
 *
 * <p>Uses {@code lines}.
 */
@NullMarked
package dev.guerdon.core.spi;

import org.jspecify.annotations.NullMarked;
