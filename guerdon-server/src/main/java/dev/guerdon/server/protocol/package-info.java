/**
 * The protocols of the environments, each as its original server speaks.
 *
 * <p>Uses {@code http}, {@code session} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.protocol;

import org.jspecify.annotations.NullMarked;
