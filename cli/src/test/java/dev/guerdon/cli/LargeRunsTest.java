package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on 50,000 episodes with so little memory that they cannot hold them all. */
class LargeRunsTest {

    private static final int EPISODES = 50_000;

    /** Commands need about 20 MB for themselves; 50,000 episodes with answers of 500 characters each would need 60 more, twice. */
    private static final String MEMORY = "-Xmx44m";

    @TempDir
    static Path folder;

    private static String base = "";
    private static String candidate = "";

    @BeforeAll
    static void twoRuns() throws SQLException {
        base = write(0);
        candidate = write(1);
    }

    private static String write(int shift) throws SQLException {
        RunInfo info = new RunInfo(
                "",
                "",
                new RunInfo.Setup(
                        "large",
                        "none",
                        "none",
                        "qa_f1_reward",
                        Map.of(),
                        IntStream.range(0, EPISODES).mapToObj(i -> "task-" + i).toList(),
                        1,
                        0,
                        10),
                RunInfo.Progress.since(Instant.parse("2026-11-15T10:00:00Z")),
                RunInfo.Origin.UNKNOWN);
        try (RunWriter writer = new RunStore(folder).create(info)) {
            EpisodeDetail detail = new EpisodeDetail(
                    Task.of("task-0", "?", Map.of("answer", "42")), Trajectory.empty(), List.of(), Optional.empty());
            writer.add(
                    new Episode(
                            "task-0",
                            0,
                            1,
                            "d",
                            "42",
                            new Score.Scored(RewardResult.of(shift)),
                            new Episode.Ending(FinishReason.TERMINAL, true, "word ".repeat(100), ""),
                            new Episode.Effort(3, Usage.NONE, Instant.EPOCH, Duration.ofSeconds(1))),
                    detail);
            writer.finish(RunInfo.Status.COMPLETE);
            // The database multiplies what a run wrote, which is quicker than to write it.
            try (Connection connection = DriverManager.getConnection(
                            "jdbc:sqlite:" + writer.folder().resolve("results.db"));
                    Statement statement = connection.createStatement()) {
                statement.execute("pragma busy_timeout = 10000");
                String rest = "seed, domain, unscored, finish, completed, steps, answer, gold, calls, input_tokens,"
                        + " output_tokens, usd, started_ns, duration_ns";
                statement.execute("with recursive n(i) as (select 1 union all select i + 1 from n where i < "
                        + (EPISODES - 1) + ") insert into episode(task, repeat, reward, " + rest
                        + ") select 'task-' || i, 0, ((i * 7 + " + shift + " * (i % 13 = 0)) % 11) / 10.0, " + rest
                        + " from n, episode where id = 1");
                statement.execute(
                        "insert into detail(episode, body) select id, (select body from detail where episode = 1) from"
                                + " episode where id > 1");
            }
            return writer.info().name();
        }
    }

    private static Result small(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(Child.command(arguments));
        command.replaceAll(word -> word.equals("-Xmx256m") ? MEMORY : word);
        command.addAll(List.of("--runs", folder.toString()));
        Result result = Checkout.run(folder, Map.of(), command);
        assertThat(result.exitCode()).as(result.out() + result.err()).isLessThan(2);
        return result;
    }

    @Test
    void runsAreListedAndShown() throws IOException {
        assertThat(small("runs").out()).contains("50000");
        assertThat(small("show", base, "task-777").out()).contains("task-777");
        assertThat(small("show", base, "4711").out()).contains("task-4711");
        assertThat(small("show", base, "--below", "0.05", "--domain", "D").out())
                .contains("episodes; --all lists them");
    }

    @Test
    void runsAreCompared() throws IOException {
        assertThat(small("compare", base, candidate).out())
                .contains("50,000 tasks")
                .contains("more; --all lists them");
    }

    @Test
    void runsAreReported() throws IOException {
        Path report = folder.resolve("report.md");
        small("report", base, candidate, "--out", report.toString());
        assertThat(report).content().contains("50,000 tasks");
    }

    @Test
    void runIsExported() throws IOException {
        Path out = folder.resolve("run.parquet");
        small("export", base, "--out", out.toString());
        assertThat(out).isNotEmptyFile();
    }
}
