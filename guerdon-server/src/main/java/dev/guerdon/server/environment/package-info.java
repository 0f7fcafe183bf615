/**
 * The environments of a reward server: sessions that every protocol shares.
 *
 * <p>{@code Environments} is what protocols ask. It knows which tasks there are and what clients may see of them, how many sessions there
 * are, and which reward scores an episode. Uses {@code http}, {@code question}, {@code scoring}, {@code session} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.environment;

import org.jspecify.annotations.NullMarked;
