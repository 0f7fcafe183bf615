/** Rewards and suites inside a user's own JUnit build: assertions on rewards, and gates against a stored baseline. */
@NullMarked
package dev.guerdon.junit;

import org.jspecify.annotations.NullMarked;
