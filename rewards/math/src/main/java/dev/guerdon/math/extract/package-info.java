/**
 * Finds the answer in a response.
 *
 * <p>Text in, text out: which part of what was said is the answer. {@code AnswerExtractor} names the ways. Uses no other room.
 */
@NullMarked
package dev.guerdon.math.extract;

import org.jspecify.annotations.NullMarked;
