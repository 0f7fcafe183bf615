package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import java.time.Duration;

/**
 * Pause before a model is asked.
 *
 * @param pause how long it lasts
 * @param reason why, such as {@code rate limited}
 * @param retry which retry follows, from 1; 0 if the model was not asked yet
 * @param retries how many retries there are at most
 */
@Experimental
public record ModelWait(Duration pause, String reason, int retry, int retries) {}
