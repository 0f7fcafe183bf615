package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.NameRules;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Definition of what a reward server serves: one definition, from which every protocol takes its rewards.
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
        List<String> names = rewards.stream().map(RewardDefinition::name).toList();
        requireUnique("rewards", names);
        requireUnique(
                "environments",
                environments.stream().map(EnvironmentDefinition::name).toList());
        for (EnvironmentDefinition environment : environments) {
            if (!environment.reward().isEmpty() && !names.contains(environment.reward())) {
                throw new GuerdonException("the environment '" + environment.name() + "' is scored with '"
                        + environment.reward() + "', which is not among the served rewards"
                        + NameRules.didYouMean(environment.reward(), names));
            }
        }
    }

    private static void requireUnique(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new GuerdonException(
                        "two " + what + " are served under the name '" + name + "'; give one of them another name");
            }
        }
    }

    /** Returns the definition of a server of rewards alone. */
    public static ServeDefinition ofRewards(
            Registry registry,
            Isolation isolation,
            List<RewardDefinition> rewards,
            ServeLimits limits,
            List<ClientToken> tokens) {
        return new ServeDefinition(registry, isolation, rewards, limits, List.of(), tokens, () -> {});
    }

    /** Returns the same for other clients. */
    public ServeDefinition withTokens(List<ClientToken> others) {
        return new ServeDefinition(registry, isolation, rewards, limits, environments, others, whenUnused);
    }

    /**
     * Definition by the user of one reward that is to be served.
     *
     * @param name the name that clients use
     * @param reward the reward as a catalogue finds it: a name, with settings in brackets if there are any, or a recipe's whole text
     * @param fields the name in the clients' records by the name that the reward asks for; empty where they are the same
     * @param deadline the time each call has
     * @param fallback what protocols without a word for "could not score" answer; null for none
     * @param isolate whether it runs in worker processes; null leaves it to where its code comes from
     * @param atOnce how many calls of it run at once at most: worker processes if it is isolated; 0 for the usual number
     */
    public record RewardDefinition(
            String name,
            String reward,
            Map<String, String> fields,
            Duration deadline,
            @Nullable Double fallback,
            @Nullable Boolean isolate,
            int atOnce) {

        /** The default time of a call. */
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

        /** Returns a reward under its own name with the usual settings. */
        public static RewardDefinition of(String reward) {
            return new RewardDefinition(reward, reward, Map.of(), USUAL_DEADLINE, null, null, 0);
        }
    }

    /**
     * Limits of what a server takes on at once, and of the time that it works on it.
     *
     * @param body the bytes of the largest body, also once it is unpacked
     * @param batch the most samples of one request that is not a stream
     * @param queueSamples how many samples wait or are worked on at once, of all clients
     * @param queueBytes how many bytes these may have
     * @param batchDeadline how long a request may take; what is not decided then is unscored
     * @param slow a call that takes longer is written to the log
     * @param drain how long requests that are under way may go on once the server is asked to end
     * @param threads how many calls compute at once
     */
    public record ServeLimits(
            long body,
            int batch,
            long queueSamples,
            long queueBytes,
            Duration batchDeadline,
            Duration slow,
            Duration drain,
            int threads) {

        private static final long MIB = 1L << 20;

        public ServeLimits {
            atLeast("limits.body", body, 1024);
            atLeast("limits.batch", batch, 1);
            atLeast("limits.queue_samples", queueSamples, 1);
            atLeast("limits.queue_bytes", queueBytes, 1024);
            atLeast("limits.batch_deadline (in nanoseconds)", batchDeadline.toNanos(), 1);
            atLeast("limits.threads", threads, 1);
            if (body > 1024 * MIB) {
                throw new GuerdonException("limits.body must be at most 1024m, found " + body + " bytes");
            }
        }

        private static void atLeast(String what, long found, long least) {
            if (found < least) {
                throw new GuerdonException(what + " must be at least " + least + ", found " + found);
            }
        }

        /** Returns the default limits for a machine and heap like this one. */
        public static ServeLimits usual() {
            long memory = Runtime.getRuntime().maxMemory();
            return new ServeLimits(
                    Math.clamp(memory / 8, 4 * MIB, 64 * MIB),
                    10_000,
                    100_000,
                    Math.max(memory / 8, 4 * MIB),
                    Duration.ofSeconds(100),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(30),
                    Runtime.getRuntime().availableProcessors());
        }
    }

    /**
     * Token that a client must show, and its name.
     *
     * @param name the client's name: its share of the server is its own, and metrics and logs tell it
     * @param token at least 16 characters
     */
    public record ClientToken(String name, String token) {

        /** Returns the name without the token, which must not reach a log. */
        @Override
        public String toString() {
            return "ClientToken[" + name + "]";
        }
    }
}
