package dev.guerdon.lab.session;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Patch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of all episodes of a session. The same task with the same seed and the same values is run once, whichever candidates share
 * them and however often the session was killed.
 */
final class CachedEpisodeRunner {

    /** Tells that a limit of the session was reached before all episodes were run. */
    static final class OutOfBudget extends Exception {
        private static final long serialVersionUID = 1;

        OutOfBudget(String limit) {
            super(limit, null, false, false);
        }
    }

    /** Tells that the user stopped the session. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("stopped", null, false, false);
        }
    }

    /** After so many tasks at most the limits are looked at again. */
    private static final int CHUNK = 8;

    private final ImprovePlan plan;
    private final CandidateRunner bench;
    private final SessionJournal journal;
    private final Map<String, Episode> known = new HashMap<>();
    private final Map<String, Duration> times = new HashMap<>();

    /**
     * Costs that count as spent: what the session used so far, not all that the journal has. So a session that reads its journal takes every
     * decision with the figures that it had when it was first taken.
     */
    private final Set<String> charged = new HashSet<>();

    private SessionCost spent = SessionCost.NOTHING;

    /** Number of episodes that are kept for the confirmation at the end. */
    private final long reserved;

    CachedEpisodeRunner(ImprovePlan plan, CandidateRunner bench, SessionJournal journal, long reserved) {
        this.plan = plan;
        this.bench = bench;
        this.journal = journal;
        this.reserved = reserved;
    }

    SessionCost spent() {
        return spent;
    }

    /** Takes a line of the journal that was written before. */
    void recall(Json line) {
        switch (line.get("kind").asString()) {
            case "episode" -> {
                Episode episode = episode(line);
                remember(line.get("state").asString(), line.get("run_seed").asLong(), episode);
            }
            case "time" ->
                times.merge(
                        line.get("batch").asString(),
                        Duration.ofMillis(line.get("millis").asLong()),
                        Duration::plus);
            default -> {
                // Proposals are the session's own.
            }
        }
    }

    private synchronized void remember(String state, long seed, Episode episode) {
        known.putIfAbsent(key(state, seed, episode.task(), episode.repeat()), episode);
    }

    private static String key(String state, long seed, String task, int repeat) {
        return state + "/" + seed + "/" + repeat + "/" + task;
    }

    private synchronized Optional<Episode> find(String state, long seed, String task, int repeat) {
        return Optional.ofNullable(known.get(key(state, seed, task, repeat)));
    }

    /** Counts what asking a model cost. */
    void asked(Usage usage) {
        spent = spent.plus(usage);
    }

    /** Returns the limit that is reached, with what the end needs set aside; empty for none. */
    String limit() {
        return spent.limit(plan.budget(), reserved);
    }

    /** Returns the episodes of a candidate, those that are missing being run, within the budget. */
    List<Episode> of(Map<String, String> values, List<String> tasks, String note)
            throws InterruptedException, OutOfBudget {
        String state = Patch.Space.digest(values);
        List<String> open = uncharged(state, plan.seed(), tasks);
        while (!open.isEmpty()) {
            String limit = limit();
            if (!limit.isEmpty()) {
                throw new OutOfBudget(limit);
            }
            long left = plan.budget().episodes() == 0
                    ? Long.MAX_VALUE
                    : (plan.budget().episodes() - reserved - spent.episodes()) / plan.repeat();
            int chunk = (int) Math.min(Math.max(CHUNK, 2L * plan.base().parallel()), left);
            List<String> next = open.subList(0, Math.min(open.size(), chunk));
            if (next.isEmpty()) {
                throw new OutOfBudget("episodes");
            }
            run(List.of(new CandidateRunner.Order(state, values, next, plan.repeat(), plan.seed(), note)));
            open = open.subList(next.size(), open.size());
        }
        return collect(state, tasks, plan.seed());
    }

    /** Returns the episodes of the confirmation, which the budget has set aside. */
    List<Episode> fresh(Map<String, String> values, List<String> tasks, long seed, String note)
            throws InterruptedException {
        String state = Patch.Space.digest(values);
        List<String> open = uncharged(state, seed, tasks);
        if (!open.isEmpty()) {
            run(List.of(new CandidateRunner.Order(state, values, open, plan.repeat(), seed, note)));
        }
        return collect(state, tasks, seed);
    }

    /** Returns the episodes of a candidate that were run before. */
    List<Episode> known(Map<String, String> values, List<String> tasks) {
        return collect(Patch.Space.digest(values), tasks, plan.seed());
    }

    private List<String> uncharged(String state, long seed, List<String> tasks) {
        return tasks.stream()
                .filter(task -> !charged.contains(key(state, seed, task, 0)))
                .toList();
    }

    private boolean complete(String state, long seed, String task) {
        for (int repeat = 0; repeat < plan.repeat(); repeat++) {
            if (find(state, seed, task, repeat).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Runs pairs of a race, each arm with its own order, as far as the budget has room for all of them. */
    List<Episode> pairs(List<CandidateRunner.Order> orders) throws InterruptedException, OutOfBudget {
        List<CandidateRunner.Order> open = orders.stream()
                .map(order -> order.on(uncharged(order.state(), order.seed(), order.tasks())))
                .filter(order -> !order.tasks().isEmpty())
                .toList();
        long wanted = open.stream()
                .mapToLong(order -> (long) order.tasks().size() * order.repeat())
                .sum();
        String limit = open.isEmpty() ? "" : limit();
        if (!limit.isEmpty()) {
            throw new OutOfBudget(limit);
        }
        if (plan.budget().episodes() > 0
                && spent.episodes() + wanted + reserved > plan.budget().episodes()) {
            throw new OutOfBudget("episodes");
        }
        if (!open.isEmpty()) {
            run(open);
        }
        return orders.stream()
                .flatMap(order -> collect(order.state(), order.tasks(), order.seed()).stream())
                .toList();
    }

    /** Runs what is not known of a batch, and counts all of it as spent. */
    private void run(List<CandidateRunner.Order> orders) throws InterruptedException {
        CandidateRunner.Order first = orders.getFirst();
        String batch = key(first.state(), first.seed(), first.tasks().getFirst(), 0);
        List<CandidateRunner.Order> unknown = orders.stream()
                .map(order -> order.on(order.tasks().stream()
                        .filter(task -> !complete(order.state(), order.seed(), task))
                        .toList()))
                .filter(order -> !order.tasks().isEmpty())
                .toList();
        if (!unknown.isEmpty()) {
            long begin = System.nanoTime();
            bench.runAll(unknown, (order, episode) -> {
                journal.add(line(order, episode));
                remember(order.state(), order.seed(), episode);
            });
            Duration took = Duration.ofMillis((System.nanoTime() - begin) / 1_000_000);
            Map<String, @Nullable Object> line = new LinkedHashMap<>();
            line.put("kind", "time");
            line.put("batch", batch);
            line.put("millis", took.toMillis());
            journal.add(line);
            times.merge(batch, took, Duration::plus);
        }
        for (CandidateRunner.Order order : orders) {
            for (Episode episode : collect(order.state(), order.tasks(), order.seed())) {
                charged.add(key(order.state(), order.seed(), episode.task(), episode.repeat()));
                spent = spent.plus(episode);
            }
        }
        spent = spent.plus(times.getOrDefault(batch, Duration.ZERO));
    }

    private List<Episode> collect(String state, List<String> tasks, long seed) {
        List<Episode> all = new ArrayList<>();
        for (String task : tasks) {
            for (int repeat = 0; repeat < plan.repeat(); repeat++) {
                all.add(find(state, seed, task, repeat).orElseThrow(Stopped::new));
            }
        }
        return all;
    }

    private static Map<String, @Nullable Object> line(CandidateRunner.Order order, Episode episode) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", "episode");
        line.put("state", order.state());
        line.put("run_seed", order.seed());
        line.put("task", episode.task());
        line.put("repeat", episode.repeat());
        line.put("seed", episode.seed());
        switch (episode.score()) {
            case Score.Scored scored -> line.put("reward", scored.result().reward());
            case Score.Unscored unscored -> {
                line.put("reward", null);
                line.put("reason", unscored.reason().name());
                line.put("message", unscored.message());
            }
        }
        line.put("steps", episode.steps());
        put(line, episode.usage());
        line.put("millis", episode.duration().toMillis());
        return line;
    }

    static void put(Map<String, @Nullable Object> line, Usage usage) {
        line.put("calls", usage.calls());
        line.put("tokens_in", usage.inputTokens());
        line.put("tokens_out", usage.outputTokens());
        line.put("usd", usage.usd());
        line.put("unknown", usage.unknown());
    }

    static Usage usage(Json line) {
        return new Usage(
                line.get("calls").asLong(),
                line.get("tokens_in").asLong(),
                line.get("tokens_out").asLong(),
                line.get("usd").asDouble(),
                line.get("unknown").asLong());
    }

    private static Episode episode(Json line) {
        Score score = line.find("reward")
                .<Score>map(reward -> new Score.Scored(RewardResult.of(reward.asDouble())))
                .orElseGet(() -> new Score.Unscored(
                        Score.Reason.valueOf(line.get("reason").asString()),
                        line.get("message").asString()));
        return new Episode(
                line.get("task").asString(),
                (int) line.get("repeat").asLong(),
                line.get("seed").asLong(),
                "",
                "",
                score,
                new Episode.Ending(FinishReason.TERMINAL, true, "", ""),
                new Episode.Effort(
                        (int) line.get("steps").asLong(),
                        usage(line),
                        Instant.EPOCH,
                        Duration.ofMillis(line.get("millis").asLong())));
    }
}
