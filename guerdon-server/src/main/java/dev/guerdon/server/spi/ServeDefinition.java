package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Names;
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
 * @param environments the environments under their names; the first is the one that clients mean who name none
 * @param tokens what clients must show; empty where they need nothing
 * @param whenUnused told once when another definition took its place and no request uses this one any more
 */
@Experimental
public record ServeDefinition(
        Registry registry,
        Isolation isolation,
        List<RewardDefinition> rewards,
        ServeLimits limits,
        List<EnvironmentDefinition> environments,
        List<ClientToken> tokens,
        Runnable whenUnused) {

    public ServeDefinition {
        rewards = List.copyOf(rewards);
        tokens = List.copyOf(tokens);
        environments = List.copyOf(environments);
        if (rewards.isEmpty() && environments.isEmpty()) {
            throw new GuerdonException("a reward server needs at least one reward or environment");
        }
        List<String> names = new ArrayList<>();
        for (RewardDefinition reward : rewards) {
            if (names.contains(reward.name())) {
                throw new GuerdonException(
                        "two rewards are served under the name '" + reward.name() + "'; give one of them another name");
            }
            names.add(reward.name());
        }
        for (EnvironmentDefinition environment : environments) {
            if (environments.stream()
                            .filter(each -> each.name().equals(environment.name()))
                            .count()
                    > 1) {
                throw new GuerdonException("two environments are served under the name '" + environment.name()
                        + "'; give one of them another name");
            }
            if (!environment.reward().isEmpty() && !names.contains(environment.reward())) {
                throw new GuerdonException("the environment '" + environment.name() + "' is scored with '"
                        + environment.reward() + "', which is not among the served rewards"
                        + Names.didYouMean(environment.reward(), names));
            }
        }
    }

    /** A server of rewards alone. */
    public ServeDefinition(
            Registry registry,
            Isolation isolation,
            List<RewardDefinition> rewards,
            ServeLimits limits,
            List<ClientToken> tokens,
            Runnable whenUnused) {
        this(registry, isolation, rewards, limits, List.of(), tokens, whenUnused);
    }

    /** The same for other clients. */
    public ServeDefinition withTokens(List<ClientToken> others) {
        return new ServeDefinition(registry, isolation, rewards, limits, environments, others, whenUnused);
    }
}
