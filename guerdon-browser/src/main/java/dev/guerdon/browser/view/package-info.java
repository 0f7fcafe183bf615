/**
 * What a page looks like to an agent: accessibility tree, DOM, screenshots, marks.
 *
 * <p>Uses {@code html}, {@code script}, {@code spi} and {@code tab}.
 */
@NullMarked
package dev.guerdon.browser.view;

import org.jspecify.annotations.NullMarked;
