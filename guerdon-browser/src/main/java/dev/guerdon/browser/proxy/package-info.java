/**
 * The way from the browser to the network: a proxy on this machine that judges every connection.
 *
 * <p>Uses {@code fetch}, {@code spi} and {@code traffic}.
 */
@NullMarked
package dev.guerdon.browser.proxy;

import org.jspecify.annotations.NullMarked;
