package dev.guerdon.cluster.scoring;

import dev.guerdon.api.Internal;
import java.util.Map;

/**
 * What a job came to.
 *
 * @param lines how many lines were written
 * @param unscored how many of them have a reward that could not be computed
 * @param badLines how many of them are at fault themselves
 * @param metrics the figures by name
 */
@Internal
public record Figures(long lines, long unscored, long badLines, Map<String, Object> metrics) {}
