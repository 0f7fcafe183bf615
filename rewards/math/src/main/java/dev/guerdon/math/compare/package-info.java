/**
 * Decides whether two answers are equal: by our own conventions, and as Math-Verify does it.
 *
 * <p>{@code AnswerComparison} tells the kinds of answers apart; relations, solution sets, quantities, vectors, pieces and texts each
 * have a class. {@code ScalarComparison} decides single values by normal form, then by points; {@code
 * WrittenForm} looks at how an answer is written. {@code VerifyExtraction}, {@code AnswerText}, {@code
 * Reading} and {@code VerifyMatch} are behind {@code math_verify_reward} alone: a reference with habits of its own in what it finds in a
 * response, how its grammar reads LaTeX, and what it calls equal. Uses {@code algebra}, {@code read} and {@code spi}.
 */
@NullMarked
package dev.guerdon.math.compare;

import org.jspecify.annotations.NullMarked;
