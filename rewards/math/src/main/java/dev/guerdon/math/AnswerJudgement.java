package dev.guerdon.math;

import dev.guerdon.api.Experimental;

/**
 * Result of a comparison.
 *
 * @param equal whether the response has the expected answer
 * @param answer what was taken for the answer of the response, empty if none was found
 * @param boxes how many boxes the response has
 * @param reason why a response could not be compared and so is wrong, empty if it was
 */
@Experimental
public record AnswerJudgement(boolean equal, String answer, int boxes, String reason) {}
