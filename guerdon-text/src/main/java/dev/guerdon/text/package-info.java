/**
 * Rewards that compare texts, and figures that describe them.
 *
 * <p>The question-answering family (token F1 and exact match on normalised texts), the AssistantBench scorer, the graded answer
 * similarity, and the readability figures. Python's view of Unicode is part of what these scores mean, so it is carried along as
 * data and does not depend on the Java version.
 */
@NullMarked
package dev.guerdon.text;

import org.jspecify.annotations.NullMarked;
