/**
 * What a user of the math rewards may set: how an answer is found, what counts as equal, how much work it may be.
 *
 * <p>{@code AnswerExtractor}, {@code MathOptions} and {@code MathLimits} go in at the door and are obeyed in the rooms, so they lie below
 * them. Uses {@code extract}.
 */
@NullMarked
package dev.guerdon.math.spi;

import org.jspecify.annotations.NullMarked;
