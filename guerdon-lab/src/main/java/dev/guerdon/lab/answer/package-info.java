/**
 * Answers written in other ways: dates, numbers, units, layouts.
 *
 * <p>Probes use them to vary an answer, and diagnosis to see whether only the form was wrong. Uses {@code text}.
 */
@NullMarked
package dev.guerdon.lab.answer;

import org.jspecify.annotations.NullMarked;
