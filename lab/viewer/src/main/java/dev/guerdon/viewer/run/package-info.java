/**
 * The list of runs with how their mean rewards went; a run with its figures, notes, how its episodes are spread, what failed, and its
 * episodes as a table; and runs that are under way.
 *
 * <p>The episodes of a run are columns in memory, small enough for a million of them and read again only as far as they are new. Tables of
 * them have a language of filters, described for users in {@code docs/view.md}. Missing is missing here and never 0. Uses
 * {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.run;

import org.jspecify.annotations.NullMarked;
