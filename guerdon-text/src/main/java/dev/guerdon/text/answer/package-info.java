/**
 * Answers compared: AssistantBench's scorer, similarity, dates.
 *
 * <p>{@code AssistantBench} scores numbers, texts, lists and objects as the benchmark does; {@code Assignment} pairs the items
 * of two lists. Uses {@code qa}.
 */
@NullMarked
package dev.guerdon.text.answer;

import org.jspecify.annotations.NullMarked;
