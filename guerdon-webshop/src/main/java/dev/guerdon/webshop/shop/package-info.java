/**
 * A shop to walk through: pages, sessions, actions, and what they are made of.
 *
 * <p>Uses {@code catalogue}, {@code goal} and {@code nouns}.
 */
@NullMarked
package dev.guerdon.webshop.shop;

import org.jspecify.annotations.NullMarked;
