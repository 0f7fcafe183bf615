/**
 * Where games come from: official folders, and houses made from a seed.
 *
 * <p>Uses {@code game}, {@code logic} and {@code plan}.
 */
@NullMarked
package dev.guerdon.alfworld.household;

import org.jspecify.annotations.NullMarked;
