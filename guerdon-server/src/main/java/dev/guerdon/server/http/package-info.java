/**
 * Bodies, answers, and the doorkeeper in front of every request.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.server.http;

import org.jspecify.annotations.NullMarked;
