/**
 * The browser driven by Guerdon itself: Chromium's DevTools protocol over a pipe, without Node.js.
 *
 * <p>{@code Pipe} carries messages, {@code Wire} is the part of one thread, {@code ContextTabs} and what hangs on it follow what the
 * browser tells. Uses {@code script}, {@code spi} and {@code tab}.
 */
@NullMarked
package dev.guerdon.browser.cdp;

import org.jspecify.annotations.NullMarked;
