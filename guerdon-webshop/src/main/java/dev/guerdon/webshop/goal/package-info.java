/**
 * Goals, and how well a purchase meets one.
 *
 * <p>Uses {@code catalogue} and {@code nouns}.
 */
@NullMarked
package dev.guerdon.webshop.goal;

import org.jspecify.annotations.NullMarked;
