/**
 * Rewards and environments inside a user's own JUnit build.
 *
 * <p>{@link dev.guerdon.junit.EnvironmentTck} checks an environment. {@link dev.guerdon.junit.RewardAssertions} checks a reward on single samples, and {@link dev.guerdon.junit.RewardTest} on
 * every line of a file.
 */
@NullMarked
package dev.guerdon.junit;

import org.jspecify.annotations.NullMarked;
