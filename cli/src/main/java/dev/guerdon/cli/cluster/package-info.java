/**
 * Commands whose work a cluster does: the options that say which, the process that drives it, and the set-up of what that needs.
 *
 * <p>Uses {@code spi} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.cluster;

import org.jspecify.annotations.NullMarked;
