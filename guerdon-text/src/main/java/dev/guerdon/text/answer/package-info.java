/**
 * Answers compared: AssistantBench's scorer, similarity, dates.
 *
 * <p>Uses {@code qa}.
 */
@NullMarked
package dev.guerdon.text.answer;

import org.jspecify.annotations.NullMarked;
