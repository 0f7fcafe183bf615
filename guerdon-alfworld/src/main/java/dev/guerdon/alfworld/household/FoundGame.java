package dev.guerdon.alfworld.household;

import dev.guerdon.api.Internal;

/**
 * A game in the data folder.
 *
 * @param taskId the trial, such as {@code trial_T20190908_222917_366542}
 * @param split the split it belongs to
 * @param taskType what it asks for, as its files say
 * @param file the path of the game file
 */
@Internal
public record FoundGame(String taskId, String split, String taskType, String file) {}
