package dev.guerdon.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code schema-0} is a run as the first release wrote it, with eight episodes. It is read, and becomes one of today when it is written. */
class ResultsSchemaTest {

    @TempDir
    Path folder;

    @BeforeEach
    void firstRelease() throws IOException {
        for (String name : List.of("results.db", "run.json")) {
            try (InputStream in =
                    Objects.requireNonNull(ResultsSchemaTest.class.getResourceAsStream("schema-0/" + name))) {
                Files.copy(in, folder.resolve(name));
            }
        }
    }

    private List<Episode> episodes() {
        try (Run run = new StoredRun(folder, RunFile.read(folder))) {
            return run.episodes();
        }
    }

    private void write() {
        RunInfo info = RunFile.read(folder);
        new StoredRunWriter(folder, info, none -> {}).close();
    }

    private List<String> ask(String query) throws SQLException {
        try (Connection connection = ResultsDatabase.read(folder);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            List<String> out = new ArrayList<>();
            while (row.next()) {
                out.add(row.getString(1));
            }
            return out;
        }
    }

    @Test
    void firstReleaseIsReadAndLeftAsItIs() throws IOException, SQLException {
        byte[] before = Files.readAllBytes(folder.resolve("results.db"));
        try (Run run = new StoredRun(folder, RunFile.read(folder))) {
            assertThat(run.episodes()).hasSize(8).allMatch(Episode::scored);
            assertThat(run.scores().map(Episode::key))
                    .containsExactlyInAnyOrderElementsOf(
                            run.episodes().stream().map(Episode::key).toList());
            EpisodeDetail detail = run.detail(run.episodes().getFirst());
            assertThat(detail.turns()).isNotEmpty();
        }
        assertThat(ask("pragma user_version")).containsExactly("0");
        assertThat(Files.readAllBytes(folder.resolve("results.db"))).isEqualTo(before);
    }

    @Test
    void writingBringsTheFirstReleaseUpToDateAndKeepsEveryEpisode() throws SQLException {
        List<Episode> before = episodes();
        write();
        assertThat(ask("pragma user_version")).containsExactly(Integer.toString(ResultsSchema.VERSION));
        assertThat(episodes()).isEqualTo(before);
        write(); // a second time changes nothing
        assertThat(episodes()).isEqualTo(before);
    }

    @Test
    void migratedFileHasTheShapeOfANewOne(@TempDir Path other) throws SQLException {
        write();
        try (Connection connection = ResultsDatabase.write(other)) {
            ResultsSchema.prepare(connection);
        }
        String shape =
                "select type || ' ' || name || ' ' || coalesce((select group_concat(c.name) from pragma_table_info(m.name)"
                        + " c), '') from sqlite_master m order by 1";
        List<String> migrated = ask(shape);
        try (Connection connection = ResultsDatabase.read(other);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(shape)) {
            List<String> made = new ArrayList<>();
            while (row.next()) {
                made.add(row.getString(1));
            }
            assertThat(migrated).isEqualTo(made);
        }
    }

    @Test
    void viewsAnswerQuestions() throws SQLException {
        write();
        assertThat(ask("select count(*) from episodes where scored and ended = 'terminal'"))
                .containsExactly("8");
        assertThat(ask("select task from tasks where episodes = 2 order by task"))
                .hasSize(4);
        assertThat(ask("select round(mean_reward, 3) from domains")).containsExactly("1.0");
        assertThat(ask("select started from episodes limit 1").getFirst()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
    }

    @Test
    void figuresComeFromTheIndexAlone() throws SQLException {
        write();
        assertThat(ask("select detail from (select * from pragma_index_list('episode')) l,"
                        + " (select 1 as detail) where l.name = 'episode_figures'"))
                .hasSize(1);
        try (Connection connection = ResultsDatabase.read(folder);
                Statement statement = connection.createStatement();
                ResultSet plan =
                        statement.executeQuery("explain query plan " + StoredEpisodes.figures(DamagedRows.NONE))) {
            assertThat(plan.next()).isTrue();
            assertThat(plan.getString("detail")).contains("COVERING INDEX episode_figures");
            assertThat(plan.next()).as("no sorting").isFalse();
        }
    }

    @Test
    void detailWithoutItsEpisodeIsRefused() throws SQLException {
        write();
        try (Connection connection = ResultsDatabase.write(folder);
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("insert into detail(episode, body) values(4711, x'00')"))
                    .hasMessageContaining("FOREIGN KEY");
        }
    }

    @Test
    void fileOfALaterVersionIsRefusedInWords() throws SQLException {
        try (Connection connection = ResultsDatabase.write(folder);
                Statement statement = connection.createStatement()) {
            statement.execute("pragma user_version = 99");
        }
        assertThatThrownBy(this::episodes)
                .isInstanceOf(LabException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("update Guerdon");
    }
}
