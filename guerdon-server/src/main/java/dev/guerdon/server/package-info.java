/**
 * Environments over HTTP, in the protocols that existing clients already speak.
 *
 * <p>A {@link dev.guerdon.server.GuerdonServer} listens on loopback unless it has a token, checks who may come in, and turns
 * exceptions into clear answers. What it serves is a {@link dev.guerdon.server.Endpoints}; each environment's protocol is an
 * {@link dev.guerdon.server.EnvironmentProtocol} that a plugin adds.
 */
@NullMarked
package dev.guerdon.server;

import org.jspecify.annotations.NullMarked;
