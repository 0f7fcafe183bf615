/**
 * WebShop: a shop to search and buy in, with the reward of the original.
 *
 * <p>The door: the environment, its provider, tools, reward and web site, over one shop whose pages both dialects show. Uses every room.
 */
@NullMarked
package dev.guerdon.webshop;

import org.jspecify.annotations.NullMarked;
