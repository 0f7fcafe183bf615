/**
 * Guerdon's own classes in a process that belongs to somebody else: they are unpacked from the one jar and loaded apart.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.spark.isolated;

import org.jspecify.annotations.NullMarked;
