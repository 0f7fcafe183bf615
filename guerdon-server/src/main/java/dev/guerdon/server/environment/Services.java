package dev.guerdon.server.environment;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.server.scoring.Scoring;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServeLimits;
import dev.guerdon.server.spi.ServedReward;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;

/**
 * What a server has for its protocols.
 *
 * @param scoring its rewards
 * @param environments its environments
 */
@Internal
public record Services(Scoring scoring, EnvironmentService environments) implements RewardService {

    @Override
    public List<ServedReward> rewards() {
        return scoring.rewards();
    }

    @Override
    public ServedReward reward(String name) {
        return scoring.reward(name);
    }

    @Override
    public ServeLimits limits() {
        return scoring.limits();
    }

    @Override
    public List<Score> score(ServerRequest request, ServedReward reward, List<? extends Sample> samples, long bytes) {
        return scoring.score(request, reward, samples, bytes);
    }
}
