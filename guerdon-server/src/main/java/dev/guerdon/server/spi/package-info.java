/**
 * What a protocol is, for those who bring their own.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.server.spi;

import org.jspecify.annotations.NullMarked;
