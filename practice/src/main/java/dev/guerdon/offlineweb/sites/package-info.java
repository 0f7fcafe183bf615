/**
 * The sites of the offline web and the questions about them: a family that was made by hand, and one that a generator makes from a seed.
 *
 * <p>{@code OfflineSites} has the sites made by hand, {@code OfflineQuestions} the questions on them. A {@code SeededWorld} is a handful of generated sites on
 * made-up places with a search engine of their own, and 24 questions about them; nobody shaped those one by one, and {@code SeededWorlds} makes
 * as many as are asked for, each from seed and number alone. The traps of both are the same: long tables, pages in other units and other
 * days, lists in parts, figures that only a service gives, a source that never answers. Names, subjects, wording and layout differ. Each
 * site is a function from a request to a page; nothing here opens a socket. Uses no other room.
 */
@NullMarked
package dev.guerdon.offlineweb.sites;

import org.jspecify.annotations.NullMarked;
