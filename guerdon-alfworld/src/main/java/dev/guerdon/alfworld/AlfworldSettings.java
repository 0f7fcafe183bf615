package dev.guerdon.alfworld;

import dev.guerdon.alfworld.household.GoalWords;
import dev.guerdon.alfworld.household.Library;
import dev.guerdon.alfworld.plan.Expert;

/**
 * What an environment is opened with. Shared by all environments that the same options open.
 *
 * @param library where games come from
 * @param maxSteps how many commands an episode has; 0 for no limit
 * @param compat whether rewards and ends are those of the reference
 * @param goals in whose words the task is told
 * @param expert who fills {@code expert_plan}
 */
record AlfworldSettings(Library library, int maxSteps, boolean compat, GoalWords goals, Expert expert) {}
