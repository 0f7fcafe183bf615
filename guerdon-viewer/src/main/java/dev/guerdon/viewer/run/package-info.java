/**
 * A run: its figures, how they are spread, what failed, and its episodes as a table.
 *
 * <p>Uses {@code data}, {@code export}, {@code index}, {@code note}, {@code page}, {@code query} and {@code table}.
 */
@NullMarked
package dev.guerdon.viewer.run;

import org.jspecify.annotations.NullMarked;
