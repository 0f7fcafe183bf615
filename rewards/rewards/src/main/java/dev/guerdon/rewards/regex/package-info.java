/**
 * Regular expressions of Python and of ECMAScript, matched by backtracking under a budget of steps.
 *
 * <p>The engine works on code points, keeps its stack on the heap, and never runs longer than its budget allows.
 *
 * <p>Uses {@code grading}.
 */
@NullMarked
package dev.guerdon.rewards.regex;

import org.jspecify.annotations.NullMarked;
