/**
 * A run: its figures, how they are spread, what failed, and its episodes as a table.
 *
 * <p>Uses {@code data}, {@code export}, {@code index}, {@code live}, {@code note}, {@code page}, {@code query},
 * {@code runs} and {@code table}.
 */
@NullMarked
package dev.guerdon.viewer.run;

import org.jspecify.annotations.NullMarked;
