/**
 * Rewards and suites inside a user's own JUnit build.
 *
 * <p>{@link dev.guerdon.junit.RewardAssertions} checks a reward on single samples, {@link dev.guerdon.junit.RewardTest} on every line
 * of a file, and {@link dev.guerdon.junit.SuiteGate} runs a suite and fails where a task is worse than in a stored baseline.
 */
@NullMarked
package dev.guerdon.junit;

import org.jspecify.annotations.NullMarked;
