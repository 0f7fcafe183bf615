/**
 * WebShop: a shop to search and buy in, with the reward of the original.
 *
 * <p>The door: the environment, its provider, tools, reward and web site. Uses {@code catalogue}, {@code goal}, {@code shop} and
 * {@code site}.
 */
@NullMarked
package dev.guerdon.webshop;

import org.jspecify.annotations.NullMarked;
