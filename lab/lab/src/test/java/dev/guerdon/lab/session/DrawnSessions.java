package dev.guerdon.lab.session;

import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.lab.session.WinnerConfirmation.Held;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.spi.StoredSession.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whole sessions of {@code guerdon improve} on rewards that are drawn: the real loop, journal, tests and confirmation, and no agent.
 *
 * <p>Each task has a chance of success of its own, drawn from 0.1 to 0.8, and every state of the agent draws its rewards afresh, so that two
 * states that are equally good never earn the same. {@code benchmarks/improve.py} draws the very same rewards for GEPA.
 *
 * @param changes how many settings can be switched on
 * @param helpful how many of them help; the others change nothing
 * @param effect how much one that helps adds to the chance of success of each task
 * @param tasks for training, for tests and for the end
 * @param proposals how many changes may be proposed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DrawnSessions(int changes, int helpful, double effect, int[] tasks, int proposals) {

    /**
     * What one session came to.
     *
     * @param wrong how many changes were kept that are no better than the champion of their time
     * @param idle how many useless switches the last champion carries along
     * @param useful how many helpful ones it has
     * @param episodes what it cost
     * @param claimed the champion's mean on the tasks that it was chosen by
     * @param held its mean in the confirmation
     * @param truth what it is worth on the tasks of the end
     * @param truthOfTests what it is worth on the tasks that it was chosen by
     * @param steps after how many episodes each change was kept, with what the champion is worth from then on
     */
    record Result(
            int wrong,
            int idle,
            int useful,
            long episodes,
            double claimed,
            double held,
            double truth,
            double truthOfTests,
            List<double[]> steps) {}

    private static final int MANY = 40;
    private static final double LOWEST = 0.1;
    private static final double SPREAD = 0.7;

    /** A draw from 0 to 1 that any language can make: the first 52 bits of a hash. */
    static double unit(String key) {
        return Long.parseLong(Sha256.hex(key, 8).substring(0, 13), 16) / (double) (1L << 52);
    }

    /** The chance that a task succeeds, with so many changes that help. */
    double chance(long session, String task, int on) {
        return Math.min(1, LOWEST + SPREAD * unit("task/" + session + "/" + task) + effect * on);
    }

    private int helping(Map<String, String> values) {
        return (int) IntStream.range(0, helpful)
                .filter(i -> "on".equals(values.get("set.s" + i)))
                .count();
    }

    /** Which settings are on, as a word. */
    static String state(Map<String, String> values) {
        StringBuilder state = new StringBuilder();
        for (int i = 0; values.containsKey("set.s" + i); i++) {
            state.append("on".equals(values.get("set.s" + i)) ? '1' : '0');
        }
        return state.toString();
    }

    private OptionalDouble reward(long session, Map<String, String> values, String task, int repeat, long seed) {
        double draw = unit("reward/" + session + "/" + state(values) + "/" + task + "/" + repeat + "/" + seed);
        return OptionalDouble.of(draw < chance(session, task, helping(values)) ? 1 : 0);
    }

    private Patch.Space space() {
        Map<String, Patch.Target> targets = new LinkedHashMap<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < changes; i++) {
            targets.put("set.s" + i, new Patch.Target(Patch.Kind.SETTING, "s" + i, Domain.FLAG, 100));
            values.put("set.s" + i, "off");
        }
        return new Patch.Space(targets, values);
    }

    /** Proposes each switch that is off, in an order that the session draws. */
    private Proposer proposer(long session) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, changes).boxed().toList());
        order.sort(Comparator.comparingDouble(i -> unit("order/" + session + "/" + i)));
        return Sessions.listed(
                "switches",
                scene -> Proposer.Proposed.of(order.stream()
                        .filter(i -> scene.space().value("set.s" + i).equals("off"))
                        .map(i -> Patch.of("switch s" + i, "", "It may help.", "set.s" + i, "on"))
                        .toList()));
    }

    Result run(long session) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("improve-simulation");
        try {
            TaskSplit split = new TaskSplit(
                    List.of(),
                    Sessions.names(0, tasks[0] + tasks[1]),
                    Sessions.names(tasks[0] + tasks[1], tasks[0] + tasks[1] + tasks[2]));
            ImprovePlan plan = Sessions.plan(
                    AcceptanceRule.of(AcceptanceRule.Test.RACE),
                    new ImprovePlan.Budget(0, 0, 0, java.time.Duration.ZERO, changes, proposals),
                    1 + Math.abs(new Random(session).nextInt(1_000_000)));
            SimulatedBench bench =
                    new SimulatedBench((values, task, repeat, seed) -> reward(session, values, task, repeat, seed));
            List<double[]> steps = new ArrayList<>();
            ImprovementLoop.Outcome outcome = new ImprovementLoop(
                            plan,
                            split,
                            space(),
                            bench,
                            List.of(proposer(session)),
                            (patch, at) -> Optional.empty(),
                            folder,
                            true)
                    .run(new ImprovementListener() {}, one -> {
                        if (one.verdict() == Decision.Verdict.KEPT) {
                            steps.add(
                                    new double[] {bench.ran.size(), truth(session, split.apart(), helping(one.values()))
                                    });
                        }
                    });
            int on = helping(outcome.champion().values());
            int all = (int) state(outcome.champion().values())
                    .chars()
                    .filter(c -> c == '1')
                    .count();
            Optional<Held> held = outcome.held();
            int wrong = (int) outcome.kept().stream()
                    .filter(kept -> helping(kept.values())
                            <= helping(
                                    outcome.contender(kept.parents().getFirst()).values()))
                    .count();
            return new Result(
                    wrong,
                    all - on,
                    on,
                    outcome.spent().episodes(),
                    held.map(Held::selected).orElse(Double.NaN),
                    held.map(Held::mean).orElse(Double.NaN),
                    truth(session, split.apart(), on),
                    truth(session, split.tried(), on),
                    steps);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private double truth(long session, List<String> some, int on) {
        return some.stream()
                .mapToDouble(task -> chance(session, task, on))
                .average()
                .orElse(0);
    }

    /** Many sessions. */
    Result[] run(long first, int count) throws IOException, InterruptedException {
        Result[] results = new Result[count];
        for (int i = 0; i < count; i++) {
            results[i] = run(first + i);
        }
        return results;
    }

    /** A line of JSON for each session, for whoever compares. */
    String json(long session, Result result) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("session", session);
        line.put("changes", changes);
        line.put("helpful", helpful);
        line.put("effect", effect);
        line.put("tasks", IntStream.of(tasks).boxed().toList());
        line.put("wrong", result.wrong);
        line.put("idle", result.idle);
        line.put("useful", result.useful);
        line.put("episodes", result.episodes);
        line.put("claimed", Double.isNaN(result.claimed) ? null : (Object) result.claimed);
        line.put("held", Double.isNaN(result.held) ? null : (Object) result.held);
        line.put("truth", result.truth);
        line.put("truth_of_tests", result.truthOfTests);
        line.put(
                "steps",
                result.steps.stream().map(step -> List.of(step[0], step[1])).toList());
        return JsonCodec.write(line);
    }

    /** The figures of docs/improve.md: what is kept, by how much changes help and on how many tasks they are tested. */
    static String table(int sessions) throws IOException, InterruptedException {
        StringBuilder out = new StringBuilder("""
                | changes that help | each adds | tests on | kept something wrong | kept a change that helps | of those there are | episodes |
                |---|---|---|---|---|---|---|
                """);
        for (int tests : new int[] {40, 120}) {
            for (double effect : new double[] {0, 0.1, 0.2, 0.3, 0.4}) {
                int helpful = effect == 0 ? 0 : 2;
                Result[] all = new DrawnSessions(8, helpful, effect, new int[] {40, tests, 40}, MANY).run(0, sessions);
                long wrong = Stream.of(all).filter(one -> one.wrong > 0).count();
                long right = Stream.of(all).filter(one -> one.useful > 0).count();
                double found = Stream.of(all).mapToInt(Result::useful).average().orElse(0) / Math.max(1, helpful);
                double episodes =
                        Stream.of(all).mapToLong(Result::episodes).average().orElse(0);
                out.append(String.format(
                        Locale.ROOT,
                        "| %d of 8 | %.1f | %d tasks | %.1f %% | %s | %s | %.0f |%n",
                        helpful,
                        effect,
                        tests,
                        100.0 * wrong / sessions,
                        helpful == 0 ? "" : String.format(Locale.ROOT, "%.0f %%", 100.0 * right / sessions),
                        helpful == 0 ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * found),
                        episodes));
            }
        }
        return out.toString();
    }

    /** Sessions for the comparison with GEPA: useless changes alone, and two of eight that help. */
    static String lines(int sessions) throws IOException, InterruptedException {
        StringBuilder out = new StringBuilder();
        for (double effect : new double[] {0, 0.2, 0.3}) {
            DrawnSessions cell = new DrawnSessions(8, effect == 0 ? 0 : 2, effect, new int[] {40, 60, 40}, MANY);
            for (long session = 0; session < sessions; session++) {
                out.append(cell.json(session, cell.run(session))).append('\n');
            }
        }
        return out.toString();
    }
}
