/**
 * A real browser as an environment, step for step as BrowserGym has it.
 *
 * <p>The door: the environment, its provider, its options, its tools, its set-up, the reading of actions, the folders of recorded
 * episodes, and the tasks that come along: AssistantBench, MiniWoB, open-ended ones, with where their data is, how it is read, and how the
 * reference runs them. Tasks of one's own implement what is in {@code dev.guerdon.browser.spi}. Uses every room.
 */
@NullMarked
package dev.guerdon.browser;

import org.jspecify.annotations.NullMarked;
