/**
 * The way to the network: what may be reached, fetches of agents, the proxy of the browser, recorded traffic and its replay.
 *
 * <p>{@code WebRules} judges addresses; {@code SafeFetch} and {@code ForwardProxy} connect to those that were judged, and to nothing else.
 * {@code TrafficMode} says whether this process records or replays; a request that was not recorded is refused then, and never sent. Uses
 * {@code spi}.
 */
@NullMarked
package dev.guerdon.browser.network;

import org.jspecify.annotations.NullMarked;
