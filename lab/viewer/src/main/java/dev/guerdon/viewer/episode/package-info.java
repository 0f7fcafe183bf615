/**
 * What happened in an episode, step by step: its pictures, where texts were cut, and why it has its reward. What was found in runs: why they
 * lost reward, how two of them differ task by task and step by step, what a session decided, and the report on all of it. And the rewards,
 * with what they give for samples of one's own.
 *
 * <p>Uses {@code page} and {@code run}.
 */
@NullMarked
package dev.guerdon.viewer.episode;

import org.jspecify.annotations.NullMarked;
