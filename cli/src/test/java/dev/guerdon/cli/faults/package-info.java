/**
 * The fault-injection suite: what users' code, disks, clocks, memory, signals and damaged files can do, done at random.
 *
 * <p>A {@code Scenario} injects faults in steps and looks after each one at what must still hold. {@code FaultMain} runs the steps of
 * one scenario in a process of its own; {@code FaultsTest} runs a fixed number of steps of each, {@code ./dev faults} as many as fit
 * into a time. Everything random comes from a {@code Chaos}, which is seeded, so a step that failed can be done again.
 */
@NullMarked
package dev.guerdon.cli.faults;

import org.jspecify.annotations.NullMarked;
