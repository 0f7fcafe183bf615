/**
 * Suites and audits inside a user's own JUnit build.
 *
 * <p>{@link dev.guerdon.junitsuites.SuiteGate} runs a suite and fails where a task is worse than in a stored baseline; {@link
 * dev.guerdon.junitsuites.AuditAssertions} fails where a reward pays for answers that have solved nothing. Apart from {@code
 * dev.guerdon.junit}, whose assertions need the core alone, because both need the laboratory and all that it brings. Uses the
 * API, the core, the agents, the laboratory and {@code dev.guerdon.junit}.
 */
@NullMarked
package dev.guerdon.junitsuites;

import org.jspecify.annotations.NullMarked;
