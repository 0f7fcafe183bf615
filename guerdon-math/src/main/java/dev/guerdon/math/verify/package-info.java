/**
 * Extraction, reading and comparison as Math-Verify does them.
 *
 * <p>A reference with habits of its own: what it finds in a response, how its grammar reads LaTeX, what it calls equal. Behind
 * {@code math_verify_reward} alone. Uses {@code algebra}, {@code compare}, {@code number} and {@code read}.
 */
@NullMarked
package dev.guerdon.math.verify;

import org.jspecify.annotations.NullMarked;
