/**
 * Sessions: one table for all environment servers.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.server.session;

import org.jspecify.annotations.NullMarked;
