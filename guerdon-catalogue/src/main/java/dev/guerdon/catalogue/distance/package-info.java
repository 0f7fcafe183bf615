/**
 * How far one text is from another: edits, shared runs, sorted words, and edits with shifted blocks.
 *
 * <p>Uses {@code budget} and {@code overlap}.
 */
@NullMarked
package dev.guerdon.catalogue.distance;

import org.jspecify.annotations.NullMarked;
