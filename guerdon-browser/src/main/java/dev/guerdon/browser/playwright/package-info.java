/**
 * The browser driven by Playwright: one Node.js process with Chromium, a bridge for each connection.
 *
 * <p>Nothing else imports Playwright. Uses {@code script}, {@code spi} and {@code tab}.
 */
@NullMarked
package dev.guerdon.browser.playwright;

import org.jspecify.annotations.NullMarked;
