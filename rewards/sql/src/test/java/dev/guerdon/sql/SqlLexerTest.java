package dev.guerdon.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.sql.SqlLexer.Word;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Function;

/** The lexer beside SQLite's own: whenever SQLite calls a function, the lexer has seen its name in front of a bracket. */
class SqlLexerTest {

    private Connection connection;
    private Statement statement;
    private boolean called;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        statement = connection.createStatement();
        Function.create(connection, "probe", new Function() {
            @Override
            protected void xFunc() throws SQLException {
                called = true;
                result(1);
            }
        });
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private boolean runs(String sql) {
        called = false;
        try (ResultSet row = statement.executeQuery(sql)) {
            for (int i = 0; i < 10 && row.next(); i++) {
                row.getString(1);
            }
        } catch (SQLException e) {
            // Mostly it is no statement.
        }
        return called;
    }

    private static boolean isSeen(String sql) {
        List<Word> words = new SqlLexer(sql).words();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).isName()
                    && words.get(i).text().equals("probe")
                    && words.get(i + 1).is("(")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRefused(String sql) {
        return !new SqlLexer(sql).problem().isEmpty();
    }

    @Test
    @Tag("slow")
    void everyCharacterAroundANameIsReadAsSqliteReadsIt() {
        int calls = 0;
        for (int c = 1; c < 0x10000; c++) {
            for (String sql : List.of(
                    "SELECT " + (char) c + "probe(1)",
                    "SELECT" + (char) c + "probe(1)",
                    "SELECT probe" + (char) c + "(1)",
                    "SELECT probe " + (char) c + "(1)",
                    "SELECT 1 " + (char) c + " probe(1)",
                    "SELECT 1" + (char) c + "probe(1)")) {
                if (runs(sql)) {
                    calls++;
                    assertThat(isSeen(sql) || isRefused(sql))
                            .as("U+%04X in %s", c, sql)
                            .isTrue();
                }
            }
        }
        assertThat(calls).isGreaterThan(30);
    }

    @Test
    @Tag("slow")
    void randomTextsThatCallAFunctionAreSeen() {
        String[] parts = {
            "probe",
            "PROBE",
            "\"probe\"",
            "[probe]",
            "`probe`",
            "(1)",
            "(1)",
            "(",
            ")",
            "SELECT",
            " ",
            "\t",
            "\u000B",
            "\uFEFF",
            "/*",
            "*/",
            "/**/",
            "--",
            "\n",
            "\"",
            "'",
            "''",
            "[",
            "]",
            "`",
            "x'",
            "x'41'",
            "1",
            "1e",
            "1e5",
            "0x1",
            ".",
            "+",
            "-",
            ",",
            "$",
            "_",
            "é",
            "||",
            "->",
            "*",
            "/",
            "1_0",
            "\r",
            "\f",
            "%",
            "~"
        };
        Random random = new Random(34);
        int calls = 0;
        for (int i = 0; i < 400_000; i++) {
            StringBuilder sql = new StringBuilder("SELECT 1,");
            for (int n = 1 + random.nextInt(8); n > 0; n--) {
                sql.append(parts[random.nextInt(parts.length)]);
            }
            String text = sql.append(random.nextBoolean() ? "probe(1)" : "").toString();
            if (runs(text)) {
                calls++;
                assertThat(isSeen(text) || isRefused(text)).as(text).isTrue();
            }
        }
        assertThat(calls).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1_000, 0x1F, 1.5e-3, .5, x'4142', 'it''s', \"a\"\"b\", [a b], `c`, a$b, é",
                "SELECT /* open",
                "SELECT 1 -- end",
                "\uFEFFSELECT 1"
            })
    void ordinaryTextHasNoProblem(String sql) {
        assertThat(new SqlLexer(sql).problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'x\0'",
                "SELECT /*\0*/ 1",
                "SELECT --\0\n 1",
                "SELECT \uD800probe(1)",
                "SELECT x'4'",
                "SELECT ?1",
                "SELECT :a",
                "SELECT @a",
                "SELECT $a::b(c)",
                "SELECT #1",
                "SELECT 'open",
                "SELECT [open"
            })
    void textThatSqliteReadsInAnotherWayIsRefused(String sql) {
        assertThat(new SqlLexer(sql).problem()).isNotEmpty();
    }
}
