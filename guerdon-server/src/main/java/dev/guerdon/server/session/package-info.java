/**
 * Sessions: one table for all environment servers.
 *
 * <p>It limits how many there are, and gives the place of an idle one to a new one. Uses no other room.
 */
@NullMarked
package dev.guerdon.server.session;

import org.jspecify.annotations.NullMarked;
