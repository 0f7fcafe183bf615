/**
 * Answers written in other ways: dates, numbers, units, layouts.
 *
 * <p>Uses {@code text}.
 */
@NullMarked
package dev.guerdon.lab.answer;

import org.jspecify.annotations.NullMarked;
