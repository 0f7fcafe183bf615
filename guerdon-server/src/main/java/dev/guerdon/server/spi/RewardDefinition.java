package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the user wrote about one reward that is to be served.
 *
 * @param name the name that clients use
 * @param reward the reward as a catalogue finds it: a name, with settings in brackets where there are any, or a recipe's whole text
 * @param fields the name in the clients' records by the name that the reward asks for; empty where they are the same
 * @param deadline the time each call has
 * @param fallback what protocols without a word for "could not score" answer; null for none
 * @param isolate whether it runs in worker processes; null leaves it to where its code comes from
 * @param atOnce how many calls of it run at once at most: worker processes where it is isolated; 0 for the usual number
 */
@Experimental
public record RewardDefinition(
        String name,
        String reward,
        Map<String, String> fields,
        Duration deadline,
        @Nullable Double fallback,
        @Nullable Boolean isolate,
        int atOnce) {

    /** The time a call has where nobody says anything else. */
    public static final Duration USUAL_DEADLINE = Duration.ofSeconds(30);

    public RewardDefinition {
        fields = Map.copyOf(fields);
        if (name.isBlank() || name.length() > 200 || name.chars().anyMatch(Character::isISOControl)) {
            throw new GuerdonException("a served reward needs a name of 1 to 200 characters, found '" + name + "'");
        }
        if (deadline.isNegative() || deadline.isZero()) {
            throw new GuerdonException("the deadline of '" + name + "' must be above 0, found " + deadline);
        }
        if (fallback != null && !Double.isFinite(fallback)) {
            throw new GuerdonException("the fallback of '" + name + "' must be a finite number, found " + fallback);
        }
        if (atOnce < 0 || atOnce > 1024) {
            throw new GuerdonException("'at_once' of '" + name + "' must be from 1 to 1024, found " + atOnce);
        }
    }

    /** A reward under its own name with the usual settings. */
    public static RewardDefinition of(String reward) {
        return new RewardDefinition(reward, reward, Map.of(), USUAL_DEADLINE, null, null, 0);
    }
}
