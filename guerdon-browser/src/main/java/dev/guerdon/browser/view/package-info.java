/**
 * What a page looks like to an agent: accessibility tree, DOM, screenshots, marks.
 *
 * <p>Uses {@code html}, {@code script} and {@code spi}.
 */
@NullMarked
package dev.guerdon.browser.view;

import org.jspecify.annotations.NullMarked;
