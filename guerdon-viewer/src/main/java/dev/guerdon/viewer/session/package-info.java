/**
 * Sessions that try changes one after the other: a timeline of candidates with what was changed, decided and why.
 *
 * <p>Uses {@code page} and {@code trace}.
 */
@NullMarked
package dev.guerdon.viewer.session;

import org.jspecify.annotations.NullMarked;
