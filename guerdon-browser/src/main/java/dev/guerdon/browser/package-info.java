/**
 * A real browser as an environment, step for step as BrowserGym has it.
 *
 * <p>The door: the environment, its provider, its tools, its set-up. Tasks of one's own implement what is in {@code
 * dev.guerdon.browser.spi}. Uses {@code action}, {@code driver}, {@code experiment}, {@code fetch}, {@code playwright}, {@code
 * proxy}, {@code script}, {@code spi}, {@code tab}, {@code task}, {@code traffic} and {@code view}.
 */
@NullMarked
package dev.guerdon.browser;

import org.jspecify.annotations.NullMarked;
