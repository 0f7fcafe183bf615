/**
 * Chromium and the lanes that lead to it: start, sessions, waiting, the gate to the network.
 *
 * <p>Uses {@code action}, {@code cdp}, {@code fetch}, {@code playwright}, {@code proxy}, {@code script}, {@code spi}, {@code tab},
 * {@code traffic}, {@code video} and {@code view}.
 */
@NullMarked
package dev.guerdon.browser.driver;

import org.jspecify.annotations.NullMarked;
