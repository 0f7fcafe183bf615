/**
 * Bodies, answers, WebSockets, and the doorkeeper in front of every request.
 *
 * <p>Errors have the form that clients of the original servers expect. Uses
 * {@code spi}.
 */
@NullMarked
package dev.guerdon.server.http;

import org.jspecify.annotations.NullMarked;
