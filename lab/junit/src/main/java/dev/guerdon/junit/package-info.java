/**
 * Rewards, environments, suites and audits inside a user's own JUnit build.
 *
 * <p>{@link dev.guerdon.junit.EnvironmentTck} checks an environment. {@link dev.guerdon.junit.RewardAssertions} checks a reward on single samples, and {@link dev.guerdon.junit.RewardTest} on
 * every line of a file. {@link dev.guerdon.junit.SuiteGate} runs a suite and fails where a task is worse than in a stored baseline;
 * {@link dev.guerdon.junit.AuditAssertions} fails where a reward pays for answers that have solved nothing.
 */
@NullMarked
package dev.guerdon.junit;

import org.jspecify.annotations.NullMarked;
