/**
 * Goals, and how well a purchase meets one.
 *
 * <p>{@code Scorer} computes the original's reward, and {@code RewardBreakdown} says what each part of it gave. Uses
 * {@code catalogue} and {@code nouns}.
 */
@NullMarked
package dev.guerdon.webshop.goal;

import org.jspecify.annotations.NullMarked;
