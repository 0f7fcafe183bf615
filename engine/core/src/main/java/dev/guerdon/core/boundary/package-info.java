/**
 * The one way into code that is not Guerdon's: threads for calls that cannot hurt their caller, and copies of what they gave.
 *
 * <p>Rewards, tools, resources, listeners and plugins are called through here. {@code ComputePool} runs calls that compute, {@code
 * WaitingCalls} those that wait, and {@code DeadlineThread} those that a thread waits for. {@code ResourcePool} has the instances of one kind of resource,
 * counted and given back however a rollout ends. {@code ResultConverter} makes plain values within limits of what comes back, and {@code CodeFault} a
 * plain description of what went wrong; no object of the user's passes. Uses {@code base}.
 */
@NullMarked
package dev.guerdon.core.boundary;

import org.jspecify.annotations.NullMarked;
