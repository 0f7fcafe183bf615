/**
 * Everything that pages show of runs and episodes, in one place: columns with causes, notes and tags; tables of them; figures of runs.
 *
 * <p>Uses {@code cause}, {@code index}, {@code note} and {@code table}.
 */
@NullMarked
package dev.guerdon.viewer.data;

import org.jspecify.annotations.NullMarked;
