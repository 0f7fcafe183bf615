/**
 * Commands about environments and this machine: env, setup, doctor.
 *
 * <p>Uses {@code cluster}, {@code input}, {@code picture} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.env;

import org.jspecify.annotations.NullMarked;
