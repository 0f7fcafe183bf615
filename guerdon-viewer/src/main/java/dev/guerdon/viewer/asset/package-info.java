/**
 * The style, the scripts and the pictures that pages load, each under an address that changes with its content.
 *
 * <p>Uses {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.asset;

import org.jspecify.annotations.NullMarked;
