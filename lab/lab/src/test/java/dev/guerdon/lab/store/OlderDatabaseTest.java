package dev.guerdon.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Episode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases of builds before the columns {@code unknown_calls}, {@code retries} and {@code waited_ns}: they are read as they are, and grow when they are written. */
class OlderDatabaseTest {

    @TempDir
    Path folder;

    private static Episode episode(String task, Usage usage) {
        return new Episode(
                task,
                0,
                1,
                "",
                "gold",
                new Score.Scored(RewardResult.of(0.5)),
                new Episode.Ending(FinishReason.CUT_REPLY, false, "an answ", ""),
                new Episode.Effort(1, usage, Instant.EPOCH, Duration.ofSeconds(1)));
    }

    private void older() throws SQLException {
        try (Connection connection = ResultsDatabase.write(folder);
                Statement statement = connection.createStatement()) {
            ResultsSchema.prepare(connection);
            for (String later :
                    List.of("drop view episodes", "drop index episode_figures", "pragma user_version = 0")) {
                statement.execute(later);
            }
            for (String column : List.of("unknown_calls", "retries", "waited_ns")) {
                statement.execute("alter table episode drop column " + column);
            }
            statement.execute("insert into episode(task, repeat, seed, reward, finish, completed, steps, calls,"
                    + " input_tokens, output_tokens, usd, started_ns, duration_ns)"
                    + " values('old', 0, 1, 1.0, 'TERMINAL', 1, 2, 3, 10, 5, 0.25, 0, 7)");
        }
    }

    private static List<Episode> all(Connection connection) throws SQLException {
        try (QueryRows<Episode> rows = StoredEpisodes.read(connection, DamagedRows.NONE, "order by id")) {
            return rows.stream().toList();
        }
    }

    @Test
    void olderRowsAreReadWithoutTheColumn() throws SQLException {
        older();
        try (Connection connection = ResultsDatabase.read(folder)) {
            List<Episode> episodes = all(connection);
            assertThat(episodes).hasSize(1);
            assertThat(episodes.getFirst().usage()).isEqualTo(new Usage(3, 10, 5, 0.25));
            assertThat(ResultsDatabase.unknownCalls(connection)).isEqualTo("0");
            assertThat(episodes.getFirst().retries()).isZero();
            assertThat(episodes.getFirst().waited()).isZero();
        }
    }

    @Test
    void endingsOfOtherVersionsAreReadAsFarAsTheyAreKnown() throws SQLException {
        older();
        try (Connection connection = ResultsDatabase.write(folder);
                Statement statement = connection.createStatement()) {
            for (String finish : List.of("ERROR", "BUDGET", "TAKEN_BY_THE_TIDE")) {
                statement.execute("insert into episode(task, repeat, seed, unscored, finish, completed, steps, calls,"
                        + " input_tokens, output_tokens, usd, started_ns, duration_ns)"
                        + " values('" + finish + "', 0, 1, 'ERROR', '" + finish + "', 0, 2, 0, 0, 0, 0, 0, 7)");
            }
        }
        try (Connection connection = ResultsDatabase.read(folder)) {
            assertThat(all(connection).subList(1, 4))
                    .extracting(Episode::finish)
                    .containsExactly(FinishReason.ERROR, FinishReason.BUDGET, FinishReason.UNKNOWN);
        }
    }

    @Test
    void writingAddsTheColumnAndKeepsTheRows() throws SQLException {
        older();
        Episode unknown = episode("new", new Usage(2, 10, 5, 0.25, 1));
        try (Connection connection = ResultsDatabase.write(folder)) {
            ResultsSchema.prepare(connection);
            ResultsSchema.prepare(connection); // twice does no harm
            try (PreparedStatement insert = connection.prepareStatement(StoredEpisodes.INSERT)) {
                StoredEpisodes.bind(insert, unknown);
                insert.executeUpdate();
            }
        }
        try (Connection connection = ResultsDatabase.read(folder)) {
            List<Episode> episodes = all(connection);
            assertThat(episodes.get(0).usage().costKnown()).isTrue();
            assertThat(episodes.get(1)).isEqualTo(unknown);
        }
    }
}
