package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reward server serves: one definition, from which every protocol takes its rewards.
 *
 * @param registry the catalogue that has the rewards
 * @param isolation what worker processes may use, and which rewards run there unless a definition says it
 * @param rewards the rewards under their names; the first is the one that clients mean who name none
 * @param limits what the server takes on at once
 * @param tokens what clients must show; empty where they need nothing
 * @param whenUnused told once when another definition took its place and no request uses this one any more
 */
@Experimental
public record ServeDefinition(
        Registry registry,
        Isolation isolation,
        List<RewardDefinition> rewards,
        ServeLimits limits,
        List<ClientToken> tokens,
        Runnable whenUnused) {

    public ServeDefinition {
        rewards = List.copyOf(rewards);
        tokens = List.copyOf(tokens);
        if (rewards.isEmpty()) {
            throw new GuerdonException("a reward server needs at least one reward");
        }
        List<String> names = new ArrayList<>();
        for (RewardDefinition reward : rewards) {
            if (names.contains(reward.name())) {
                throw new GuerdonException(
                        "two rewards are served under the name '" + reward.name() + "'; give one of them another name");
            }
            names.add(reward.name());
        }
    }
}
