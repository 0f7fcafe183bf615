/**
 * Rewards for question answering and web research, the rule-based rewards of trainers and evaluation harnesses, and the readability of texts.
 *
 * <p>A name with a prefix ({@code verl:}, {@code trl:}, {@code open_r1:}, {@code inspect:} …) does what that code does, with its
 * defects; the bare name is Guerdon's own. The door: what other modules call or users acquire, and two plugins. Uses every room.
 */
@NullMarked
package dev.guerdon.rewards;

import org.jspecify.annotations.NullMarked;
