/**
 * Answers found in a response and matched against gold answers: Inspect's scorers, multiple choice, search agents, word problems
 * and the MATH collection.
 *
 * <p>Uses {@code grading} and {@code regex}.
 */
@NullMarked
package dev.guerdon.rewards.matching;

import org.jspecify.annotations.NullMarked;
