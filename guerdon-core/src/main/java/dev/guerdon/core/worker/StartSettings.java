package dev.guerdon.core.worker;

import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How workers are started, and what they may use.
 *
 * @param mainClass the program of a worker, one of Guerdon's own classes
 * @param hello what a worker is told first
 * @param memory the most heap of a worker, in bytes
 * @param cpus how many processors a worker's own threads count on
 * @param environment names of variables that a worker gets though they look like secrets
 * @param startLimit how long a start may take
 * @param output gets each line that foreign code prints, without secrets
 */
@Internal
public record StartSettings(
        String mainClass,
        Map<String, Object> hello,
        long memory,
        int cpus,
        Set<String> environment,
        Duration startLimit,
        Consumer<String> output) {}
