/**
 * Actions: their signatures, reading them from a model's text, doing them on a page.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.browser.action;

import org.jspecify.annotations.NullMarked;
