package dev.guerdon.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import dev.guerdon.sql.DatabaseCopy.Limits;
import dev.guerdon.sql.DatabaseCopy.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a predicted query may try, and what it gets: nothing. */
class SqlAttacksTest {

    private static final String GOLD = "SELECT name FROM city";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM city",
                "UPDATE city SET name='x'",
                "DROP TABLE city",
                "INSERT INTO city VALUES(9,'x',1,1) RETURNING name",
                "WITH t AS (SELECT 1) DELETE FROM city",
                "/* SELECT */ DELETE FROM city",
                "-- SELECT\nDELETE FROM city",
                "CREATE TEMP TABLE t AS SELECT 1",
                "CREATE VIRTUAL TABLE t USING fts5(x)",
                "PRAGMA query_only=0",
                "PRAGMA writable_schema=1",
                "PRAGMA temp_store_directory='/'",
                "SELECT name FROM city; DROP TABLE city",
                "SELECT name FROM city;;",
                "SELECT name FROM city;\0DROP TABLE city",
                "BEGIN",
                "SAVEPOINT x",
                "VACUUM",
                "REINDEX",
                "ANALYZE",
                "DETACH main",
                "EXPLAIN SELECT name FROM city",
                "SELECT ?",
                "SELECT load_extension('x')",
                "SELECT \"load_extension\"('x')",
                "SELECT replicate('x', 1000000000)",
                "SELECT `padl` /* c */ ('x', 2000000000)",
                "SELECT zeroblob(2000000000)",
                "SELECT randomblob(2000000000)",
                "SELECT printf('%.*c', 2000000000, 'x')",
                "SELECT readfile('/etc/hostname')",
                "SELECT writefile('out', 'x')",
                "SELECT 'unclosed",
                "SELEC name",
                "",
                "-- nothing"
            })
    void earnsNothingAndChangesNothing(String query) {
        RewardResult result = sql(query, GOLD);

        assertThat(result.reward()).isZero();
        assertThat(result.extras().get("reason")).asString().isNotEmpty();
        assertThat(sql(GOLD, GOLD).reward()).isEqualTo(1.0);
    }

    @Test
    void aDeleteDoesNotMakeTheNextWrongQueryRight() {
        assertThat(sql("DELETE FROM city", GOLD).reward()).isZero();
        assertThat(sql("SELECT name FROM city WHERE 0", GOLD).reward()).isZero();
    }

    @Test
    void noStatementReachesAFile() throws IOException {
        Path target = folder.resolve("out.db");
        for (String query : List.of(
                "ATTACH '" + target + "' AS x",
                "VACUUM INTO '" + target + "'",
                "backup to '" + target + "'",
                "BACKUP main TO \"" + target + "\"",
                "restore from '" + target + "'",
                "SELECT writefile('" + target + "', 'x')")) {
            assertThat(sql(query, GOLD).reward()).as(query).isZero();
            assertThatThrownBy(() -> sql(GOLD, query)).as(query).isInstanceOf(UnscoredException.class);
            assertThatThrownBy(() -> SqlRewards.sql(GOLD, GOLD, json(query), Optional.empty(), "test_suite"))
                    .as(query)
                    .isInstanceOf(UnscoredException.class);
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    /** The connection holds by itself, if a statement that writes should ever pass the reading of its words. */
    @Test
    void theConnectionCannotWriteAttachOrGrow() throws SQLException {
        try (DatabaseCopy database = DatabaseCopy.open(DatabaseSource.script("DDL1"), Limits.DEFAULT)) {
            assertThat(database.read("DELETE FROM city").wrote()).isTrue();
            assertThat(database.read("CREATE TABLE t(x)").wrote()).isTrue();
            assertThat(database.read(GOLD).rows()).hasSize(5);
            assertThat(database.read("SELECT hex(zeroblob(400000))").error()).contains("too big");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM t) SELECT count(*) FROM t",
                "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM t) SELECT x FROM t",
                "WITH RECURSIVE t(x) AS (SELECT randomblob(400000) UNION ALL SELECT randomblob(400000) FROM t)"
                        + " SELECT count(*) FROM (SELECT x FROM t ORDER BY x)",
                "WITH RECURSIVE t(x) AS (SELECT zeroblob(400000) UNION ALL SELECT zeroblob(400000) FROM t) SELECT x FROM t",
                "SELECT count(*) FROM visit a, visit b, visit c, visit d, visit e, visit f, visit g, visit h, visit i,"
                        + " visit j, visit k, visit l, visit m, visit n"
            })
    @Tag("slow")
    void bombsReachALimitAndEarnNothing(String query) {
        RewardResult result = sql(query, GOLD);

        assertThat(result.reward()).isZero();
        assertThat(result.extras().get("reason")).asString().startsWith("budget: ");
    }

    /** Takes a minute of a fast machine, if nothing ends it: four times the longest time that a gold query has. */
    private static String fewAndSlow() {
        String slow = "instr(a, b)" + " + instr(a, b)".repeat(99);
        return "SELECT " + slow + " FROM (SELECT replace(hex(zeroblob(240000)), '0', 'a') AS a,"
                + " replace(hex(zeroblob(120000)), '0', 'a') || 'b' AS b)";
    }

    /**
     * Nothing is counted between two instructions, and these compare 58 billion bytes each; the process is ended before a trainer's deadline of
     * 10 s, here twice that for a machine that does much else, and others go on.
     */
    @Test
    @Tag("slow")
    void anAnswerOfFewAndSlowInstructionsEarnsNothingAndIsScored() {
        Sample sample = Sample.of("1", fewAndSlow(), List.of(), Map.of("gold_sql", GOLD, "ddl", "DDL1"));
        try (Scorer scorer =
                Scorer.builder().threads(1).deadline(Duration.ofSeconds(20)).build()) {
            Score score = scorer.score(Registry.discover().reward("sql_reward"), sample);
            assertThat(score).isInstanceOfSatisfying(Score.Scored.class, scored -> {
                assertThat(scored.result().reward()).isZero();
                assertThat(scored.result().extras().get("reason")).asString().startsWith("budget: ");
            });
        }
        assertThat(sql(GOLD, GOLD).reward()).isEqualTo(1.0);
    }

    /** As such an answer does, which waits for the same end of the process. */
    @Test
    @Tag("rare")
    void aGoldQueryOfFewAndSlowInstructionsIsUnscored() {
        String query = fewAndSlow();
        assertThat(SqlRewards.execution("DDL1", GOLD, Optional.of(query), Optional.empty())
                        .reward())
                .isZero();
        assertThatThrownBy(() -> sql(GOLD, query))
                .isInstanceOfSatisfying(
                        UnscoredException.class, e -> assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT));
    }

    @Test
    void aGoldQueryThatReachesALimitIsUnscored() {
        String endless = "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM t) SELECT x FROM t";

        assertThatThrownBy(() -> sql(GOLD, endless))
                .isInstanceOfSatisfying(
                        UnscoredException.class, e -> assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT));
    }

    @Test
    void wideResultsAreComparedWithoutTryingAllPermutations() throws SQLException {
        StringBuilder columns = new StringBuilder("1");
        for (int i = 2; i <= 60; i++) {
            columns.insert(0, i + ",");
        }
        String reversed = Stream.of(columns.toString().split(",", -1))
                .reduce((a, b) -> b + "," + a)
                .orElseThrow();

        assertThat(sql("SELECT " + columns, "SELECT " + reversed).reward()).isEqualTo(1.0);
        assertThat(sql("SELECT " + columns.toString().replace("60", "61"), "SELECT " + reversed)
                        .reward())
                .isZero();
        try (DatabaseCopy database = DatabaseCopy.open(DatabaseSource.script("DDL1"), Limits.DEFAULT)) {
            Outcome outcome = database.read("SELECT " + columns);
            assertThat(outcome.columns()).isEqualTo(60);
        }
    }

    private static RewardResult sql(String response, String gold) {
        return SqlRewards.sql(response, gold, json("DDL1"), Optional.empty(), "test_suite");
    }

    private static Optional<Json> json(String text) {
        return Optional.of(new Json(text));
    }
}
