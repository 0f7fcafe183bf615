/**
 * Tool calls: read from a trajectory or a text without evaluating any of it, and held against those that are right.
 *
 * <p>Uses {@code budget}, {@code json} and {@code regex}.
 */
@NullMarked
package dev.guerdon.catalogue.tool;

import org.jspecify.annotations.NullMarked;
