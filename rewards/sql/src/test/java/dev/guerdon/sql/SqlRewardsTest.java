package dev.guerdon.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.UnscoredException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlRewardsTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            SELECT name FROM city ORDER BY name ~ SELECT name FROM city ~ 0
            SELECT name FROM city ~ SELECT name FROM city ORDER BY name ~ 1
            SELECT name FROM city WHERE id IN (SELECT city_id FROM visit ORDER BY year) ~ SELECT name FROM city WHERE id IN (3,1) ORDER BY id DESC ~ 1
            SELECT name, 'order by' FROM city ~ SELECT name, 'order by' FROM city ORDER BY 1 DESC ~ 1
            SELECT name, pop FROM city ~ SELECT pop, name FROM city ~ 1
            SELECT DISTINCT name FROM city ~ SELECT name FROM city ~ 0
            SELECT name FROM city WHERE 0 ~ SELECT name, pop FROM city WHERE 0 ~ 0
            SELECT name FROM city WHERE 0 ~ SELECT pop FROM city WHERE 0 ~ 1
            SELECT area FROM city WHERE id=1 ~ SELECT 454 ~ 1
            SELECT area FROM city WHERE id=1 ~ SELECT '454.0' ~ 0
            SELECT NULL ~ SELECT 0 ~ 0
            SELECT name FROM city ~ ```sql\\nSELECT name FROM city;\\n``` ~ 1
            SELECT name FROM city ~ SELECT name FROM city -- ; DROP TABLE city ~ 1
            """)
    void resultsAreComparedByTheOutermostOrderAndInAnyOrderOfColumns(String gold, String response, double reward) {
        assertThat(sql(response.strip().replace("\\n", "\n"), gold.strip(), "test_suite")
                        .reward())
                .isEqualTo(reward);
    }

    @Test
    void birdModeComparesSetsOfRowsWithTheirColumnsInPlace() {
        assertThat(sql("SELECT DISTINCT name FROM city", "SELECT name FROM city", "bird")
                        .reward())
                .isEqualTo(1.0);
        assertThat(sql("SELECT pop, name FROM city", "SELECT name, pop FROM city", "bird")
                        .reward())
                .isZero();
    }

    @Test
    void everyDatabaseOfAFolderMustAgreeAndNoneIsChanged() throws SQLException, IOException {
        Path one = database("one.sqlite", "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
        Path two = database("two.sqlite", "CREATE TABLE t(x); INSERT INTO t VALUES(1),(2)");
        byte[] before = Files.readAllBytes(one);

        assertThat(files("SELECT x FROM t", folder).reward()).isEqualTo(1.0);
        assertThat(files("SELECT 1", one).reward()).isEqualTo(1.0);
        assertThat(files("SELECT 1", folder).reward()).isZero();
        assertThat(files("DELETE FROM t", folder).reward()).isZero();
        assertThat(Files.readAllBytes(one)).isEqualTo(before);
        assertThat(files("SELECT x FROM t", two).extras()).containsEntry("databases", 1);
        assertThatThrownBy(() -> files("SELECT 1", folder.resolve("none.sqlite")))
                .isInstanceOf(UnscoredException.class);
        Files.writeString(
                folder.resolve("text.sqlite"),
                "not a database, and longer than the head of one would have to be".repeat(3));
        assertThatThrownBy(() -> files("SELECT 1", folder.resolve("text.sqlite")))
                .isInstanceOf(UnscoredException.class);
    }

    @Test
    void goldThatFailsIsUnscored() {
        for (String gold :
                List.of("SELECT nope FROM city", "", "DELETE FROM city", "SELECT 1; SELECT 2", "PRAGMA user_version")) {
            assertThatThrownBy(() -> sql("SELECT 1", gold, "test_suite"))
                    .as(gold)
                    .isInstanceOf(UnscoredException.class);
        }
        assertThatThrownBy(() -> sql("SELECT 1", "SELECT 1", "other")).isInstanceOf(UnscoredException.class);
        assertThatThrownBy(() -> SqlRewards.sql("SELECT 1", "SELECT 1", Optional.empty(), Optional.empty(), "bird"))
                .isInstanceOf(UnscoredException.class);
    }

    /** Shuffled rows and columns are always the same; one changed cell never is. */
    @Test
    void shuffledTablesAreTheSameAndChangedOnesAreNot() {
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            int columns = 1 + random.nextInt(8);
            List<List<Integer>> rows = new ArrayList<>();
            for (int r = 1 + random.nextInt(6); r > 0; r--) {
                rows.add(random.ints(columns, 0, 3).boxed().toList());
            }
            List<Integer> order = new ArrayList<>();
            for (int c = 0; c < columns; c++) {
                order.add(c);
            }
            Collections.shuffle(order, random);
            List<List<Integer>> shuffled = new ArrayList<>();
            rows.forEach(row ->
                    shuffled.add(new ArrayList<>(order.stream().map(row::get).toList())));
            assertThat(RowEquality.testSuite(rows, shuffled, true, 1_000_000)).isTrue();
            Collections.shuffle(shuffled, random);
            assertThat(RowEquality.testSuite(rows, shuffled, false, 1_000_000)).isTrue();
            assertThat(RowEquality.same(rows, shuffled, false, 1_000_000)).isTrue();
            shuffled.getFirst().set(0, 7);
            assertThat(RowEquality.testSuite(rows, shuffled, false, 1_000_000)).isFalse();
            assertThat(RowEquality.same(rows, shuffled, false, 1_000_000)).isFalse();
        }
    }

    @Test
    void testSuiteKeepsTheAccidentOfItsSortingAndOursDoesNot() {
        List<List<Object>> gold = List.of(List.of(1, 10.0));
        List<List<Object>> given = List.of(List.of(10, 1.0));

        assertThat(RowEquality.testSuite(gold, given, false, 1_000)).isFalse();
        assertThat(RowEquality.same(gold, given, false, 1_000)).isTrue();
        assertThat(RowEquality.testSuite(List.of(List.of(true)), List.of(List.of(1)), false, 1_000))
                .isTrue();
        assertThat(RowEquality.same(List.of(List.of(true)), List.of(List.of(1)), false, 1_000))
                .isFalse();
    }

    @Test
    void unfriendlyWideTablesReachTheBudget() {
        // Every column holds the same bag, so only whole rows tell columns apart.
        List<List<Integer>> rows = new ArrayList<>();
        List<List<Integer>> other = new ArrayList<>();
        Random random = new Random(5);
        for (int r = 0; r < 24; r++) {
            Integer[] row = new Integer[24];
            Arrays.fill(row, 0);
            row[r] = 1;
            row[(r + 1) % 24] = 1;
            rows.add(List.of(row));
            Integer[] turned = new Integer[24];
            Arrays.fill(turned, 0);
            turned[r] = 1;
            turned[r < 12 ? (r + 1) % 12 : 12 + (r - 11) % 12] = 1;
            other.add(List.of(turned));
        }
        Collections.shuffle(other, random);

        // One ring of 24 is not two rings of 12: either it is told apart within the budget, or the budget ends it.
        try {
            assertThat(RowEquality.same(rows, other, false, 2_000_000)).isFalse();
        } catch (RowEquality.BudgetSpent e) {
            assertThat(e).hasMessageContaining("budget");
        }
    }

    private Path database(String name, String script) throws SQLException {
        Path file = folder.resolve(name);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
        return file;
    }

    private static RewardResult files(String response, Path path) {
        return SqlRewards.sql(
                response, "SELECT x FROM t", Optional.empty(), Optional.of(new Json(path.toString())), "test_suite");
    }

    private static RewardResult sql(String response, String gold, String mode) {
        return SqlRewards.sql(response, gold, Optional.of(new Json("DDL1")), Optional.empty(), mode);
    }
}
