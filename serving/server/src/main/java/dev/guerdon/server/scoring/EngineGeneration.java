package dev.guerdon.server.scoring;

import dev.guerdon.api.Reward.Work;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.scoring.RewardEngine.SlowLog;
import dev.guerdon.server.spi.RewardService.ServedReward;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Engines of one version of the definition, one for each reward. They close when a newer version has replaced it and its last request is done.
 *
 * <p>Rewards of Guerdon's own never hang, so those with the same deadline share threads. Any other has its own, so that it can hold up
 * nobody but itself.
 */
final class EngineGeneration {

    /** The most calls of a user's own reward that run at once in this process: many, because each may be stuck. */
    private static final int FOREIGN_AT_ONCE = 64;

    private static final int WAITING_AT_ONCE = 256;

    private final ServeDefinition definition;
    private final Map<String, RewardEngine> engines = new LinkedHashMap<>();
    private final List<Scorer> scorers = new ArrayList<>();
    private int uses;
    private boolean replaced;

    EngineGeneration(ServeDefinition definition, Function<String, RewardStats> stats) {
        this.definition = definition;
        SlowLog slow = new SlowLog(definition.limits().slow());
        Map<Duration, Floor> shared = new HashMap<>();
        try {
            for (RewardDefinition each : definition.rewards()) {
                engines.put(each.name(), engine(each, stats.apply(each.name()), slow, shared));
            }
        } catch (RuntimeException e) {
            scorers.forEach(Scorer::close);
            throw e;
        }
    }

    /** Threads or processes that work for some rewards; a reward is there once, so that its calls are counted under its name. */
    private record Floor(Scorer scorer, FairGate gate, Map<RewardEntry, RewardEngine> engines) {}

    private RewardEngine engine(RewardDefinition wanted, RewardStats stats, SlowLog slow, Map<Duration, Floor> shared) {
        Registry registry = definition.registry();
        RewardEntry found = registry.reward(wanted.reward());
        RewardEntry entry = wanted.fields().isEmpty()
                ? found
                : registry.mapped(List.of(found), wanted.fields()).getFirst();
        Isolation isolation = wanted.isolate() == null
                ? definition.isolation()
                : wanted.isolate() ? allLike(definition.isolation()) : Isolation.NONE;
        boolean isolated = isolation.covers(entry);
        ServedReward served = new ServedReward(wanted.name(), entry, wanted.deadline(), wanted.fallback(), isolated);
        boolean trusted = !isolated
                && !entry.isForeign()
                && entry.work() == Work.COMPUTE
                && entry.origin().startsWith("dev.guerdon.");
        boolean shares = trusted && wanted.atOnce() == 0;
        Floor floor = shares ? shared.get(wanted.deadline()) : null;
        if (floor == null || floor.engines.containsKey(entry)) {
            floor = floor(served, isolation, wanted.atOnce(), trusted, slow);
        }
        if (shares) {
            shared.putIfAbsent(wanted.deadline(), floor);
        }
        RewardEngine engine = new RewardEngine(served, floor.scorer, floor.gate, stats, trusted);
        floor.engines.put(entry, engine);
        return engine;
    }

    private Floor floor(ServedReward served, Isolation isolation, int atOnce, boolean trusted, SlowLog slow) {
        int threads = definition.limits().threads();
        boolean waits = served.reward().work() == Work.WAIT && !served.isolated();
        int usual = served.isolated()
                ? Math.max(2, threads)
                : waits ? WAITING_AT_ONCE : trusted ? threads : FOREIGN_AT_ONCE;
        int calls = atOnce == 0 ? usual : atOnce;
        Map<RewardEntry, RewardEngine> own = new ConcurrentHashMap<>();
        Registry registry = definition.registry();
        Isolation before = registry.isolation();
        registry.isolate(isolation);
        try {
            Scorer scorer = Scorer.builder()
                    .threads(waits ? 1 : calls)
                    .waitingAtOnce(waits ? calls : WAITING_AT_ONCE)
                    .deadline(served.deadline())
                    .isolated(registry)
                    .watch((reward, sample, score, nanos) -> {
                        RewardEngine engine = own.get(reward);
                        if (engine != null) {
                            engine.called(slow, sample, score, nanos);
                        }
                    })
                    .build();
            scorers.add(scorer);
            // A piece waits in the scorer while another is worked on, so that no thread is without work.
            return new Floor(scorer, new FairGate(trusted ? calls * 2 : calls), own);
        } finally {
            registry.isolate(before);
        }
    }

    private static Isolation allLike(Isolation like) {
        return Isolation.ALL
                .memory(like.memory())
                .cpus(like.cpus())
                .environment(like.environment())
                .output(like.output());
    }

    ServeDefinition definition() {
        return definition;
    }

    List<RewardEngine> engines() {
        return List.copyOf(engines.values());
    }

    /**
     * Returns the engine of a reward.
     *
     * @param name what the client asked for; empty for the first
     */
    RewardEngine engine(String name) {
        RewardEngine engine =
                name.isEmpty() ? engines.values().stream().findFirst().orElse(null) : engines.get(name);
        if (engine == null) {
            String hint = NameRules.didYouMean(name, engines.keySet());
            throw new ServeException(
                    404,
                    "unknown_reward",
                    "there is no reward '" + ServeException.shown(name) + "' here"
                            + (hint.isEmpty() ? "; GET /v1/rewards lists what is served" : hint));
        }
        return engine;
    }

    /** Counts one more request; false if it was replaced and closed already. */
    synchronized boolean enter() {
        if (replaced && uses == 0) {
            return false;
        }
        uses++;
        return true;
    }

    synchronized void leave() {
        uses--;
        closeIfUnused();
    }

    /** Marks these engines as replaced: no new request comes, and those under way end as they began. */
    synchronized void replace() {
        replaced = true;
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (replaced && uses == 0) {
            scorers.forEach(Scorer::close);
            definition.whenUnused().run();
        }
    }
}
