/**
 * Grades mathematical answers: finds the answer in a response, reads it, and decides whether two answers are equal.
 *
 * <p>{@link dev.guerdon.math.MathEquality} is the door. Behind it: {@code Lexer} and {@code Reader} turn LaTeX or plain text into a
 * {@code Node} tree; {@code Comparison} knows the conventions of answers (lists, sets, equations, units, percent); {@code Algebra}
 * brings expressions to a normal form over ℚ; {@code Numeric} decides by error-bounded evaluation where no normal form does. Every
 * part counts its steps: an input that would cost too much ends as {@code Unscored(TIMEOUT)}, in any thread, without signals.
 */
@NullMarked
package dev.guerdon.math;

import org.jspecify.annotations.NullMarked;
