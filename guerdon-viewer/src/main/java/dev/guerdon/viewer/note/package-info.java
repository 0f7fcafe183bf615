/**
 * What people write beside runs: notes and tags of episodes, and views that they want to see again. Plain files, which any number of
 * processes may write.
 *
 * <p>Uses {@code index}, {@code page}, {@code query} and {@code table}.
 */
@NullMarked
package dev.guerdon.viewer.note;

import org.jspecify.annotations.NullMarked;
