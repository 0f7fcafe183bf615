package dev.guerdon.alfworld;

import dev.guerdon.api.Experimental;

/**
 * A game that can be asked for.
 *
 * @param taskId the trial, such as {@code trial_T20190908_222917_366542}
 * @param split the split it belongs to
 * @param taskType what it asks for, as its files say
 * @param file the path of the game file; empty for a bundled game
 */
@Experimental
public record GameEntry(String taskId, String split, String taskType, String file) {}
