/**
 * Sessions: one layer for all environment servers.
 *
 * <p>It finds out whose session a request is for, limits how many there are, ends those that nobody uses, and holds the boundary to the
 * environments' code. Uses {@code http}.
 */
@NullMarked
package dev.guerdon.server.session;

import org.jspecify.annotations.NullMarked;
