package dev.guerdon.agent;

import dev.guerdon.api.Task;

/**
 * A rollout that is to be made.
 *
 * @param task the task
 * @param repeat which of the task's rollouts it is, from 0
 * @param seed makes it repeatable
 */
public record RolloutPlan(Task task, int repeat, long seed) {}
