/**
 * The Open Reward Standard: environments, their tasks and sessions, for the client {@code openreward} and whoever speaks its protocol.
 *
 * <p>{@code TaskRoutes} answers what there is to do, {@code OrsEndpoints} the sessions in which it is done, {@code Calls} keeps the calls of
 * tools, whose answers a client may fetch again. Uses {@code http}, {@code question} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.ors;

import org.jspecify.annotations.NullMarked;
