package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rewards and environments of a running server, for the endpoints of a protocol.
 *
 * <p>Whatever a protocol scores goes through here: the queue, the turn of each client, the deadlines and the metrics are the same for
 * all. A definition may be read again while the server runs, so ask for a reward anew for every request.
 */
@Experimental
public interface RewardService {

    /** Returns the rewards that are served now, the one first that is meant where a client names none. */
    List<ServedReward> rewards();

    /**
     * Returns the reward of a name.
     *
     * @param name what the client asked for; empty for the first
     * @throws dev.guerdon.api.GuerdonException that becomes 404, with names that are alike
     */
    ServedReward reward(String name);

    /** Returns the environments of the same server. */
    EnvironmentService environments();

    /** Returns what the server takes on at once now. */
    ServeLimits limits();

    /**
     * Scores samples; the scores come in the samples' order, one for each, also where the time of the whole request is over.
     *
     * @param request whose request it is: clients take turns
     * @param bytes how large the body is that the samples came in
     * @throws dev.guerdon.api.GuerdonException that becomes 429 or 503 with {@code Retry-After} where there is too much to do
     */
    List<Score> score(ServerRequest request, ServedReward reward, List<? extends Sample> samples, long bytes);

    /**
     * A reward as a server has it now: under which name, and what holds for its calls.
     *
     * @param name the name that clients use
     * @param reward what is called, with its settings
     * @param deadline the time each call has
     * @param fallback the number that protocols without a word for "could not score" may answer; null where the user chose none, and then
     *     a protocol must answer an error instead of a made-up number
     * @param isolated whether it runs in worker processes
     */
    record ServedReward(
            String name,
            RewardEntry reward,
            Duration deadline,
            @Nullable Double fallback,
            boolean isolated) {}
}
