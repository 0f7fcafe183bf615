/**
 * TLS from PEM files that are read again when they change.
 *
 * <p>Connections that are open go on with the certificate they began with. Uses no
 * other room.
 */
@NullMarked
package dev.guerdon.server.tls;

import org.jspecify.annotations.NullMarked;
