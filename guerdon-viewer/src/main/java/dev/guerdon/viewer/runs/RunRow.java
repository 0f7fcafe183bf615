package dev.guerdon.viewer.runs;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.RunSummary;
import dev.guerdon.lab.spi.RunInfo;

/**
 * A run in the list of runs.
 *
 * @param info what it is
 * @param summary its figures
 * @param address where its page is
 */
@Internal
public record RunRow(RunInfo info, RunSummary summary, String address) {}
