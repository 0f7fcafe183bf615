/**
 * The browser as whatever drives it shows it: an engine, connections, tabs, frames, elements, input.
 *
 * <p>Interfaces only, and what goes through them. Everything on a connection belongs to one thread: calls block, and what the browser
 * tells is heard while one of them waits. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.browser.tab;

import org.jspecify.annotations.NullMarked;
