/**
 * What a browser task is, for those who bring their own.
 *
 * <p>Uses {@code fetch}.
 */
@NullMarked
package dev.guerdon.browser.spi;

import org.jspecify.annotations.NullMarked;
