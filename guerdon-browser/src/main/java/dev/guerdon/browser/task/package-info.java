/**
 * Tasks that come with the browser: AssistantBench, MiniWoB, open-ended ones.
 *
 * <p>Uses {@code benchmark}, {@code fetch}, {@code script}, {@code spi} and {@code view}.
 */
@NullMarked
package dev.guerdon.browser.task;

import org.jspecify.annotations.NullMarked;
