/**
 * A second family of sites and questions, made by a generator from a seed.
 *
 * <p>Nobody shaped these questions one by one. A {@link dev.guerdon.offlineweb.family.World} is a handful of sites on made-up places
 * with a search engine of their own, and 24 questions about them. A seed has as many worlds as are asked for. The traps are those of
 * the sites that were made by hand: long tables, pages in other units and other days, lists in parts, figures that only a service
 * gives, a source that never answers. Names, subjects, wording and layout are others. Everything is drawn from seed and number
 * alone. Uses {@code sites} and {@code questions}.
 */
@NullMarked
package dev.guerdon.offlineweb.family;

import org.jspecify.annotations.NullMarked;
