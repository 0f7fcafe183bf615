/**
 * Nouns of product titles, by rule, by record or by a spaCy model.
 *
 * <p>Uses {@code catalogue}.
 */
@NullMarked
package dev.guerdon.webshop.nouns;

import org.jspecify.annotations.NullMarked;
