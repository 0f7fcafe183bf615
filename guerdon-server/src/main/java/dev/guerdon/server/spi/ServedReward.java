package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.RewardEntry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A reward as a server has it now: under which name, and what holds for its calls.
 *
 * @param name the name that clients use
 * @param reward what is called, with its settings
 * @param deadline the time each call has
 * @param fallback the number that protocols without a word for "could not score" may answer; null where the user chose none, and then
 *     a protocol must answer an error instead of a number that nobody computed
 * @param isolated whether it runs in worker processes
 */
@Experimental
public record ServedReward(
        String name,
        RewardEntry reward,
        Duration deadline,
        @Nullable Double fallback,
        boolean isolated) {}
