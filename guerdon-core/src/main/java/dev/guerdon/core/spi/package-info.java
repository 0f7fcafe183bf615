/**
 * What a module or a plugin implements to extend the engine.
 *
 * <p>A {@code RowFormat} opens files that are no JSON lines as {@code Rows}, each a plain JSON object. Uses {@code lines}.
 */
@NullMarked
package dev.guerdon.core.spi;

import org.jspecify.annotations.NullMarked;
