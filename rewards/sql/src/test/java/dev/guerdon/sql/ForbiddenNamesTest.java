package dev.guerdon.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every name that the driver brings, written in every way that SQLite takes for a call, in every place where SQL of others runs. The
 * queries run in processes of their own, so a crash is a reason in a result and not the end of the tests.
 */
class ForbiddenNamesTest {

    private static final String GOLD = "SELECT name FROM city";
    private static final String CITY = "CREATE TABLE city(name); INSERT INTO city VALUES('a'),('b');";

    /** SQLite's own: it only says that it cannot be used so. */
    private static final String HARMLESS = "match";

    @TempDir
    Path folder;

    /** The functions of the driver, and whether SQLite itself brings them and allows them everywhere. */
    private static Map<String, Boolean> functions() throws SQLException {
        Map<String, Boolean> functions = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select name, max(builtin and not flags & 0x80000) from pragma_function_list group by name")) {
            while (row.next()) {
                functions.put(row.getString(1), row.getBoolean(2));
            }
        }
        assertThat(functions).hasSizeGreaterThan(150).containsKeys("replicate", "fts3_tokenizer", "load_extension");
        return functions;
    }

    private static List<String> modules() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select name from pragma_module_list union select 'pragma_' || name from"
                                + " pragma_pragma_list where name not like 'table_%' and name not like 'index_%' and name <> 'foreign_key_list'")) {
            List<String> modules = new ArrayList<>();
            while (row.next()) {
                modules.add(row.getString(1));
            }
            assertThat(modules).contains("fts5", "dbstat", "pragma_function_list", "pragma_database_list");
            return modules;
        }
    }

    private static List<String> spellings(String name) {
        List<String> spellings = new ArrayList<>();
        for (String before : List.of("", "\uFEFF", "\uFEFF\uFEFF ", "/**/", "--\n", "/*/*/", " \u000B")) {
            spellings.add(before + name);
        }
        for (String after : List.of("\n", " \u000B", "\f\r", "/* ( */", "--(\n", " \uFEFF")) {
            spellings.add(name + after);
        }
        spellings.add("\"" + name + "\"");
        spellings.add("[" + name + "]\uFEFF");
        spellings.add("`" + name + "`/**/");
        spellings.add(name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1));
        return spellings;
    }

    private static String refusal(String name) {
        return "(?s).*the (function|table-valued function or module) " + name + " may not be used.*";
    }

    private static RewardResult score(String answer, String gold, String ddl) {
        return SqlRewards.sql(answer, gold, Optional.of(new Json(ddl)), Optional.empty(), "test_suite");
    }

    private static String reason(String answer) {
        RewardResult result = score(answer, GOLD, CITY);
        assertThat(result.reward()).as(answer).isZero();
        String reason = String.valueOf(result.extras().get("reason"));
        assertThat(reason).as(answer).doesNotContain("process");
        return reason;
    }

    @Test
    @Tag("slow")
    void noSpellingOfAnyFunctionInAnAnswerCrashesIsPaidOrUnscored() throws SQLException {
        for (Map.Entry<String, Boolean> function : functions().entrySet()) {
            String name = function.getKey();
            boolean forbidden = !function.getValue() && !name.equals(HARMLESS);
            for (String spelling : spellings(name)) {
                String reason = reason("SELECT " + spelling + "('aaaaaaaa',536870913)");
                if (forbidden) {
                    assertThat(reason).as(spelling).matches(refusal(name));
                }
            }
            for (String arguments : List.of("()", "(1)", "('%.*c',2000000000,'x')", "(zeroblob(400000),-1,'x')")) {
                reason("SELECT " + name + arguments + " FROM city");
                reason("SELECT 1 FROM city ORDER BY " + name + arguments + " OVER ()");
            }
        }
    }

    @Test
    @Tag("slow")
    void noSpellingOfATableValuedFunctionReachesAnAnswer() throws SQLException {
        for (String name : modules()) {
            for (String spelling : spellings(name)) {
                assertThat(reason("SELECT * FROM " + spelling)).as(spelling).contains("may not be used");
                assertThat(reason("SELECT 1 WHERE 1 IN " + spelling))
                        .as(spelling)
                        .contains("may not be used");
            }
            assertThat(reason("SELECT * FROM '" + name + "'")).contains("may not be used");
            assertThat(reason("SELECT * FROM main.'" + name + "'")).contains("may not be used");
        }
    }

    @Test
    @Tag("slow")
    void functionsOfTheGoldQueryTheStatementsAndTheirViewsAreHeldToTheSameList() throws SQLException {
        for (Map.Entry<String, Boolean> function : functions().entrySet()) {
            String name = function.getKey();
            if (function.getValue() || name.equals(HARMLESS)) {
                continue;
            }
            for (String spelling : spellings(name)) {
                String call = spelling + "('aaaaaaaa',536870913)";
                Map<String, Runnable> places = new LinkedHashMap<>();
                places.put("gold", () -> score(GOLD, "SELECT " + call, CITY));
                places.put(
                        "execution",
                        () -> SqlRewards.execution(CITY, "SELECT " + call, Optional.of(GOLD), Optional.empty()));
                places.put("ddl", () -> score(GOLD, GOLD, CITY + "INSERT INTO city SELECT " + call));
                places.put("view", () -> score(GOLD, GOLD, CITY + "CREATE VIEW v AS SELECT " + call));
                places.forEach((place, scoring) -> assertThatThrownBy(scoring::run)
                        .as(place + ": " + call)
                        .isInstanceOf(UnscoredException.class)
                        .hasMessageMatching(refusal(name)));
            }
        }
    }

    /** In a file of a task: written past SQLite's own checks, as somebody with a hex editor could. */
    @Test
    void schemasOfFilesAreHeldToTheSameList() throws Exception {
        Path file = folder.resolve("task.sqlite");
        String evil = "\uFEFFreplicate('aaaaaaaa',536870913)";
        for (String[] planted : List.of(
                new String[] {"view", "CREATE VIEW v AS SELECT " + evil + " AS name"},
                new String[] {"table", "CREATE TABLE v(name, x AS (" + evil + "))"},
                new String[] {"table", "CREATE TABLE v(name CHECK (" + evil + "))"},
                new String[] {"table", "CREATE TABLE v(name DEFAULT (" + evil + "))"},
                new String[] {"index", "CREATE INDEX v ON city(" + evil + ")"},
                new String[] {"index", "CREATE INDEX v ON city(name) WHERE " + evil},
                new String[] {"trigger", "CREATE TRIGGER v AFTER INSERT ON city BEGIN SELECT " + evil + "; END"},
                new String[] {"table", "CREATE VIRTUAL TABLE v USING fts5(name)"})) {
            Files.deleteIfExists(file);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate(CITY);
                statement.execute("pragma writable_schema = on");
                try (PreparedStatement insert = connection.prepareStatement("insert into sqlite_master select ?1, 'v',"
                        + " iif(?1 in ('view', 'table'), 'v', 'city'), iif(?1 in ('view', 'trigger'), 0, rootpage), ?2"
                        + " from sqlite_master")) {
                    insert.setString(1, planted[0]);
                    insert.setString(2, planted[1]);
                    insert.executeUpdate();
                }
            }
            for (String answer : List.of(GOLD, "SELECT name FROM v", "SELECT 1")) {
                assertThatThrownBy(() -> SqlRewards.sql(
                                answer, GOLD, Optional.empty(), Optional.of(new Json(file.toString())), "test_suite"))
                        .as(planted[1])
                        .isInstanceOf(UnscoredException.class)
                        .hasMessageContaining("task.sqlite");
            }
        }
    }

    @Test
    void namesOfFunctionsMayBeTablesColumnsAndTypes() {
        String ddl =
                "CREATE TABLE Match(id INTEGER PRIMARY KEY, mode VARCHAR(20) DEFAULT 'x', price DECIMAL(10,2), stdev REAL);"
                        + "CREATE TABLE difference (id INTEGER REFERENCES Match(id), CONSTRAINT c CHECK (length(id) < 100));"
                        + "INSERT INTO difference (id) VALUES (1); INSERT INTO Match (id, mode) VALUES (1, 'a');"
                        + "CREATE INDEX i ON Match (mode); CREATE VIEW v AS SELECT upper(mode) AS u FROM Match;";
        String query =
                "WITH t(mode) AS (SELECT mode FROM Match) SELECT CAST(mode AS VARCHAR(20)), count(*) OVER (ORDER BY mode),"
                        + " (SELECT u FROM v), 'replicate(' FROM t WHERE mode IN (SELECT mode FROM Match) ORDER BY mode";

        assertThat(score(query, query, ddl).reward()).isEqualTo(1.0);
    }

    @Test
    void scriptsKeepWhatDumpsBeginWithAndNothingThatReachesFurther() {
        assertThat(score(GOLD, GOLD, "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n" + CITY + "\nCOMMIT;")
                        .reward())
                .isEqualTo(1.0);
        for (String statement : List.of(
                "PRAGMA writable_schema=ON",
                "PRAGMA main.trusted_schema=1",
                "EXPLAIN PRAGMA hard_heap_limit=1",
                "PRAGMA temp_store_directory='/'",
                "ATTACH 'x' AS y",
                "VACUUM INTO 'x'",
                "CREATE\uFEFFVIRTUAL TABLE t USING fts5(x)",
                "CREATE /**/ VIRTUAL TABLE t USING rtree(a,b,c)",
                "backup to 'x'")) {
            assertThatThrownBy(() -> score(GOLD, GOLD, CITY + statement))
                    .as(statement)
                    .isInstanceOf(UnscoredException.class)
                    .hasMessageContaining("may not be used");
        }
    }

    @Test
    void limitsHoldForTheStatementsToo() {
        for (String ddl : List.of(
                CITY + "CREATE TABLE big AS SELECT zeroblob(900000000) AS x",
                CITY + "CREATE TABLE big AS SELECT hex(zeroblob(9000000)) AS x")) {
            assertThatThrownBy(() -> score(GOLD, GOLD, ddl))
                    .isInstanceOf(UnscoredException.class)
                    .hasMessageContaining("too big");
        }
        assertThatThrownBy(
                        () -> score(
                                GOLD,
                                GOLD,
                                CITY
                                        + "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM t) INSERT INTO city SELECT x FROM t"))
                .isInstanceOfSatisfying(
                        UnscoredException.class, e -> assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT));
    }

    @Test
    void modulesThatTheListNamesAreKnownToNoAnswer() throws SQLException {
        assertThat(new TreeSet<>(modules())).doesNotContain("json_each", "json_tree");
        String query = "SELECT value FROM json_each('[\"a\",\"b\"]')";
        assertThat(score(query, GOLD, CITY).reward()).isEqualTo(1.0);
    }
}
