/**
 * The seam between Guerdon and an engine that runs work on many machines.
 *
 * <p>Guerdon and such an engine bring libraries of their own, so their classes are loaded apart. The types of this package are
 * the only ones that both sides see: they are loaded once, and name nothing but the JDK and each other.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.cli.spi;

import org.jspecify.annotations.NullMarked;
