package dev.guerdon.benchmarks;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A run of many episodes that looks like one: domains, several rewards, flags and texts beside them, errors, missing scores, unknown costs,
 * repeats, long tails of cost and duration. A few are written as a run does; the database multiplies them, each with figures of its own.
 */
final class SyntheticRun {

    private static final List<Score.Reason> REASONS =
            List.of(Score.Reason.MISSING_FIELD, Score.Reason.INVALID_INPUT, Score.Reason.TIMEOUT);

    private static final int WRITTEN = 1000;
    private static final int REPEATS = 4;
    private static final Instant START = Instant.parse("2026-11-15T10:00:00Z");
    private static final List<String> GRADES = List.of("wrong unit", "half right", "right", "off topic");

    private SyntheticRun() {}

    /** Makes a run of so many episodes, a multiple of 1,000, and tells its name. */
    static String make(RunStore store, int episodes, long seed) throws SQLException {
        String name;
        Path folder;
        SplittableRandom dice = new SplittableRandom(seed);
        try (RunWriter writer = store.create(info(episodes))) {
            name = writer.info().name();
            folder = writer.folder();
            for (int i = 0; i < WRITTEN; i++) {
                writer.add(episode(i, dice), detail(i));
            }
            writer.finish(RunInfo.Status.COMPLETE);
        }
        if (episodes > WRITTEN) {
            multiply(folder, episodes);
        }
        return name;
    }

    private static void multiply(Path folder, int episodes) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("results.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("pragma synchronous = off");
            connection.setAutoCommit(false);
            String same = "repeat, domain, reward, extras, unscored, unscored_message, finish, completed, answer, gold,"
                    + " error, calls, unknown_calls, retries, waited_ns";
            statement.execute("with recursive copy(n) as (select 1 union all select n + 1 from copy where n < "
                    + (episodes / WRITTEN - 1) + ") insert into episode(task, " + same
                    + ", seed, steps, input_tokens, output_tokens, usd, started_ns, duration_ns) select 'task-' || (n"
                    + " * "
                    + WRITTEN / REPEATS + " + (id - 1) / " + REPEATS + "), " + same
                    + ", random(), steps + n % 7, input_tokens + abs(random() % 5000), output_tokens + abs(random() %"
                    + " 300), usd * (1 + n % 13), started_ns + n * 1000000000 + id * 1000000, duration_ns +"
                    + " abs(random() % 1000000000) from copy, episode where id <= " + WRITTEN);
            statement.execute("insert into detail(episode, body) select e.id, d.body from episode e join detail d on"
                    + " d.episode = (e.id - 1) % " + WRITTEN + " + 1 where e.id > " + WRITTEN);
            connection.commit();
        }
    }

    private static RunInfo info(int episodes) {
        return new RunInfo(
                "",
                "synthetic",
                new RunInfo.Setup(
                        "synthetic",
                        "react",
                        "policy:nobody",
                        "qa_f1_reward",
                        Map.of(),
                        IntStream.range(0, episodes / REPEATS)
                                .mapToObj(i -> "task-" + i)
                                .toList(),
                        REPEATS,
                        0,
                        30),
                RunInfo.Progress.since(START),
                new RunInfo.Origin("0123abcd", false, Map.of(RunInfo.BESIDE, List.of("em_reward"))));
    }

    private static Episode episode(int i, SplittableRandom dice) {
        int kind = dice.nextInt(100);
        boolean failed = kind < 4;
        boolean cut = kind >= 4 && kind < 15;
        double reward = kind < 40 ? 0 : kind < 75 ? 1 : dice.nextInt(100) / 100.0;
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("f1", reward);
        extras.put("em_reward", reward == 1 ? 1.0 : 0.0);
        extras.put("solved", reward == 1);
        extras.put("grade", GRADES.get(dice.nextInt(GRADES.size())));
        double tail = Math.exp(1.2 * dice.nextDouble() * dice.nextDouble() * 4);
        return new Episode(
                "task-" + i / REPEATS,
                i % REPEATS,
                dice.nextLong(),
                "domain-" + i / REPEATS % 7,
                "number " + i,
                failed
                        ? new Score.Unscored(REASONS.get(dice.nextInt(REASONS.size())), "not scored")
                        : new Score.Scored(new RewardResult(reward, extras)),
                new Episode.Ending(
                        failed ? FinishReason.MODEL_FAILED : cut ? FinishReason.MAX_TURNS : FinishReason.NO_TOOL_CALLS,
                        !failed && !cut,
                        "the answer of number " + i,
                        failed ? "HTTP 429 from https://example.org/" + i + " after " + dice.nextInt(900) + " ms" : ""),
                new Episode.Effort(
                        1 + dice.nextInt(25),
                        new Usage(
                                1 + dice.nextInt(25),
                                1000 + dice.nextInt(20_000),
                                dice.nextInt(2000),
                                0.001 * tail,
                                kind % 50 == 0 ? 1 : 0),
                        START.plusMillis(i),
                        Duration.ofMillis((long) (800 * tail)),
                        kind % 10 == 0 ? 2 : 0,
                        Duration.ofMillis(kind % 10 == 0 ? 1500 : 0)));
    }

    private static EpisodeDetail detail(int i) {
        List<Turn> turns = IntStream.range(0, 3)
                .mapToObj(turn -> Turn.builder()
                        .index(turn)
                        .prompt("What is on page " + turn + " of task " + i + "?")
                        .reply("I click on the link number " + turn * i)
                        .action("click('" + turn * 7 + "')")
                        .observation("A page with words, number " + i)
                        .modelTime(Duration.ofMillis(200))
                        .actionTime(Duration.ofMillis(20))
                        .build())
                .toList();
        Task task = Task.of("task-" + i, "A question, number " + i, Map.of("answer", "number " + i));
        return new EpisodeDetail(task, Trajectory.empty(), turns, Optional.empty());
    }
}
