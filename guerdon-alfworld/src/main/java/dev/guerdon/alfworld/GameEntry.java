package dev.guerdon.alfworld;

import java.nio.file.Path;

/**
 * A game in a folder of games.
 *
 * @param taskId the trial, such as {@code trial_T20190908_222917_366542}
 * @param split the split it belongs to
 * @param taskType what it asks for, as its files say
 * @param file the game file
 */
record GameEntry(String taskId, String split, String taskType, Path file) {}
