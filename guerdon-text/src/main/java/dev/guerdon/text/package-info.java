/**
 * Rewards for question answering and web research, and the readability of texts.
 *
 * <p>The door: the rewards, {@code Readability}, the plugin. Uses every room.
 */
@NullMarked
package dev.guerdon.text;

import org.jspecify.annotations.NullMarked;
