/**
 * Multiple choice: which of the options a response chooses.
 *
 * <p>Uses {@code budget}, {@code gold}, {@code match} and {@code regex}.
 */
@NullMarked
package dev.guerdon.catalogue.choice;

import org.jspecify.annotations.NullMarked;
