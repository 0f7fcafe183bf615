/**
 * The native API of a reward server, and what says how it does: health, metrics, its description and its page.
 *
 * <p>Uses {@code http}, {@code scoring} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.api;

import org.jspecify.annotations.NullMarked;
