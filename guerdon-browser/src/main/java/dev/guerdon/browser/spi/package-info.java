/**
 * What a browser task is, for those who bring their own.
 *
 * <p>{@code BrowserTaskSource} lists tasks, {@code BrowserTask} sets a page up and looks at what became of it. Uses
 * {@code fetch}.
 */
@NullMarked
package dev.guerdon.browser.spi;

import org.jspecify.annotations.NullMarked;
