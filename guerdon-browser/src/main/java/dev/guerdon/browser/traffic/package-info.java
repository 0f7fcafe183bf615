/**
 * Recorded HTTP traffic, and its replay.
 *
 * <p>{@code Traffic} says whether this process records or replays; a {@code Tape} holds the requests and answers. A request that was
 * not recorded is refused, and never sent. Uses no other room.
 */
@NullMarked
package dev.guerdon.browser.traffic;

import org.jspecify.annotations.NullMarked;
