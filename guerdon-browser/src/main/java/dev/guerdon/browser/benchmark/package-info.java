/**
 * The benchmarks of BrowserGym that Guerdon has tasks for: where their data is, how it is read, and how the reference runs them.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.browser.benchmark;

import org.jspecify.annotations.NullMarked;
