/**
 * Views of a page for an agent: the texts of its accessibility tree and of its DOM, made of the values that the browser gave.
 *
 * <p>The text of a DOM goes through {@code HtmlReader}, which reads and writes HTML as BrowserGym's parser does, quirks included. Uses
 * {@code spi}.
 */
@NullMarked
package dev.guerdon.browser.view;

import org.jspecify.annotations.NullMarked;
