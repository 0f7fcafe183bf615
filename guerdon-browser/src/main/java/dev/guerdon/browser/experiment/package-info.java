/**
 * Episodes on disk in BrowserGym's layout.
 *
 * <p>Uses {@code driver}, {@code playwright}, {@code spi}, {@code tab}, {@code task} and {@code view}.
 */
@NullMarked
package dev.guerdon.browser.experiment;

import org.jspecify.annotations.NullMarked;
