/**
 * Grades mathematical answers: finds the answer in a response, reads it, and decides whether two answers are equal.
 *
 * <p>The door: {@link dev.guerdon.math.MathEquality} and {@link dev.guerdon.math.MathVerify}, the rewards built on them, and the
 * plugin that brings those. The way through the rooms is {@code extract}, {@code read}, {@code algebra}, {@code compare}.
 * Every part counts its steps: an input that would cost too much ends as {@code Unscored(TIMEOUT)}, in
 * any thread, without signals. Uses every room.
 */
@NullMarked
package dev.guerdon.math;

import org.jspecify.annotations.NullMarked;
