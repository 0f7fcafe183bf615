/**
 * Bodies, answers, WebSockets, TLS, and the access filter in front of every request.
 *
 * <p>Errors have the form that clients of the original servers expect. The files of TLS are read again when they change; connections that are
 * open go on with the certificate they began with. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.server.http;

import org.jspecify.annotations.NullMarked;
