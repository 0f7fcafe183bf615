/**
 * Actions carried out: reading them from a model's text, doing them on a page.
 *
 * <p>{@code CallParser} reads, {@code Runner} acts, and errors come in the words of Python. Uses {@code script}, {@code spi} and
 * {@code tab}.
 */
@NullMarked
package dev.guerdon.browser.action;

import org.jspecify.annotations.NullMarked;
