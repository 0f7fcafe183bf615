/**
 * Actions carried out: reading them from a model's text, doing them on a page.
 *
 * <p>{@code CallParser} reads, {@code Runner} acts through Playwright, and errors come in the words of Python. Uses {@code script}
 * and {@code spi}.
 */
@NullMarked
package dev.guerdon.browser.action;

import org.jspecify.annotations.NullMarked;
