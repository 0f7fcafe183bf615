package dev.guerdon.viewer.run;

import static dev.guerdon.viewer.run.RunsForTests.failed;
import static dev.guerdon.viewer.run.RunsForTests.scored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.run.EpisodeSelection.FilterException;
import dev.guerdon.viewer.run.FigureColumn.SetColumn;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpisodeSelectionTest {

    private static EpisodeIndex index;

    @BeforeAll
    static void index(@TempDir Path folder) {
        RunStore store = new RunStore(folder);
        try (RunIndexes indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY)) {
            EpisodeIndex plain = indexes.of(RunsForTests.store(
                    store,
                    scored("Task-1", 0, 0.0, Map.of("x", 7, "ok", true, "odd name", 1)), // row 0
                    scored("task-2", 1, 0.5, Map.of("x", "seven", "ok", false)), // row 1
                    scored("task-10", 2, 1.0, Map.of()), // row 2
                    failed("Straße \"9\"", 0, "Timeout after 30 s"))); // row 3
            index = plain.with(List.of(
                    SetColumn.of("tag", plain.size(), Map.of(1, new TreeSet<>(List.of("odd", "to do"))))));
        }
    }

    private static String chosen(String filter) {
        return Arrays.toString(EpisodeSelection.of(index, filter).rows());
    }

    @ParameterizedTest(name = "{0} chooses {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            reward < 0.5                               | [0]
            reward<=0.5                                | [0, 1]
            reward = 1e0                               | [2]
            reward != 1                                | [0, 1]
            not reward = 1                             | [0, 1]
            reward missing                             | [3]
            reward is missing                          | [3]
            reward is not missing                      | [0, 1, 2]
            reward present                             | [0, 1, 2]
            not (reward < 0.5 or reward >= 0.5)        | []
            reward < 0.5 or duration > 1m              | [0, 3]
            reward < 50% and steps > 2                 | [0]
            REWARD_IS = 1 or reward = 1                | error
            duration > 1.5s                            | [1, 2, 3]
            duration = 1500ms                          | [0]
            duration >= 1m60s                          | [3]
            duration < 0.1h and duration > 0.02h       | [3]
            duration > 1.501                           | [2, 3]
            cost = $0.25                               | [0, 1, 2]
            cost >= 0.2usd                             | [0, 1, 2]
            cost missing                               | [3]
            seed = 1152921504606846976                 | [0]
            seed = 1152921504606846977                 | [1]
            seed > 1152921504606846976.5               | [1, 2]
            seed < 1e300                               | [0, 1, 2, 3]
            seed > -1e300                              | [0, 1, 2, 3]
            started = 2026-11-15                       | [0, 1, 2, 3]
            started < 2026-11-15                       | []
            started <= 2026-11-15                      | [0, 1, 2, 3]
            started > 2026-11-15                       | []
            started = 2026-11-15T10:00                 | [0, 1, 2]
            started >= 2026-11-15T10:00:01Z            | [1, 2, 3]
            started = "2026-11-15T12:01+02:00"         | [3]
            task = "task-2"                            | [1]
            task = task-2                              | [1]
            task ~ TASK                                | [0, 1, 2]
            task !~ 'ASK-1'                            | [1, 3]
            task ~ "straße \\"9"                       | [3]
            task > task-2                              | [2]
            task in (task-2, "Task-1", nobody)         | [0, 1]
            task not in (task-2, "Task-1")             | [2, 3]
            repeat in (1, 2)                           | [1, 2]
            x = 7                                      | [0]
            x > 6                                      | [0]
            x = seven                                  | [1]
            x ~ SEV                                    | [1]
            x != 8                                     | [0]
            x != "eight"                               | [1]
            x missing                                  | [2, 3]
            extra.x = 7                                | [0]
            `odd name` = 1                             | [0]
            ok                                         | [0]
            not ok                                     | [1]
            ok = false                                 | [1]
            ok missing                                 | [2, 3]
            completed and !ok                          | [1]
            completed = no                             | [3]
            finish = model_failed                      | [3]
            ended = model_failed                       | [3]
            unscored = timeout && error ~ "timeout"    | [3]
            tag = odd                                  | [1]
            tag = "to do" and tag = odd                | [1]
            tag != odd                                 | [0, 2, 3]
            not tag ~ TO                               | [0, 2, 3]
            tag missing                                | [0, 2, 3]
            tag in (odd, even)                         | [1]
            ((((reward = 1))))                         | [2]
            not not reward = 1                         | [2]
            reward = 1 or reward = 0 and steps > 99    | [2]
            (reward = 1 or reward = 0) and steps > 99  | []
            """)
    void filterChooses(String filter, String rows) {
        if (rows.equals("error")) {
            assertThatThrownBy(() -> chosen(filter)).isInstanceOf(FilterException.class);
        } else {
            assertThat(chosen(filter)).isEqualTo(rows);
        }
    }

    @Test
    void emptyFilterChoosesAll() {
        assertThat(chosen("  ")).isEqualTo("[0, 1, 2, 3]");
    }

    @Test
    void episodesOfWhichNobodyCanTellAreCounted() {
        assertThat(EpisodeSelection.of(index, "reward < 0.5").undecided()).isEqualTo(1);
        assertThat(EpisodeSelection.of(index, "reward < 0.5 or task ~ stra").undecided())
                .isZero();
        assertThat(EpisodeSelection.of(index, "reward < 0.5 and steps > 0").undecided())
                .isZero();
    }

    @Test
    void textThatNoEpisodeHasIsNotedWithTheNearest() {
        assertThat(EpisodeSelection.of(index, "finish = model_faild").notices())
                .containsExactly("no episode has finish = \"model_faild\"; did you mean 'model_failed'?");
        assertThat(EpisodeSelection.of(index, "finish = model_failed").notices())
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            rewrd < 0.5              | 0  | there is no column 'rewrd'; did you mean 'reward'?
            reward < 0.5 and stps>1  | 17 | there is no column 'stps'; did you mean 'steps'
            reward                   | 6  | expected a comparison (= != < <= > >= ~ !~), 'in', 'missing' or 'present' after 'reward', found the end
            reward <                 | 8  | expected a value: a number, or a text in quotes; found the end
            reward < best            | 9  | expected a number such as 0.5 to compare reward with, found 'best'
            reward < "0.5"           | 9  | expected a number such as 0.5 to compare reward with
            reward < 30s             | 9  | expected a number such as 0.5
            reward < 1.2.3           | 9  | expected a number such as 0.5, a duration
            reward < 1e9999          | 9  | expected a number
            duration > $3            | 11 | expected a duration such as 30s
            duration > 3 weeks       | 13 | expected 'and', 'or' or the end, found 'weeks'
            cost > 3s                | 7  | expected an amount such as $0.05
            started > 5              | 10 | expected a date such as 2026-11-15
            started > 2026-13-45     | 10 | expected a date such as 2026-11-15 or 2026-11-15T10:30, found '2026-13-45'
            completed = maybe        | 12 | expected true or false, found 'maybe'
            reward ~ 5               | 7  | '~' looks into texts, and reward has numbers
            tag < x                  | 6  | tag may have several values
            (reward = 1              | 11 | expected 'and', 'or' or the ')' that closes character 1, found the end
            reward = 1)              | 10 | expected 'and', 'or' or the end, found ')'
            task = "abc              | 7  | a text begins with ", and the same mark is missing at its end
            `task = 3                | 0  | a name begins with `
            task in task-1           | 8  | expected '(' after 'in', found 'task-1'
            task in ()               | 9  | expected a value
            task in (a b)            | 11 | expected ',' or ')', found 'b'
            reward = 1 & steps = 2   | 11 | expected 'and' or 'or', found '&'
            and reward = 1           | 0  | expected the name of a column, such as reward, found 'and'
            5 = reward               | 0  | expected the name of a column, such as reward, found '5'
            reward is 5              | 10 | expected 'missing' or 'present', found '5'
            reward = 1; steps = 2    | 10 | found ';', which means nothing here
            """)
    void slipIsNamedWithItsPlace(String filter, int position, String message) {
        FilterException found = catchThrowableOfType(FilterException.class, () -> EpisodeSelection.of(index, filter));
        assertThat(found)
                .hasMessageStartingWith("at character " + (position + 1) + ": ")
                .hasMessageContaining(message);
        assertThat(found.position()).isEqualTo(position);
    }

    @Test
    void whatHasNoEndIsRefused() {
        assertThatThrownBy(() -> EpisodeSelection.of(index, "(".repeat(60) + "reward = 1" + ")".repeat(60)))
                .hasMessageContaining("more than 50 parentheses");
        assertThatThrownBy(() -> EpisodeSelection.of(index, "ok or ".repeat(250) + "ok"))
                .hasMessageContaining("more than 200 comparisons");
        assertThatThrownBy(() -> EpisodeSelection.of(index, "repeat in (" + "1,".repeat(250) + "1)"))
                .hasMessageContaining("more than 200 comparisons");
        assertThatThrownBy(() -> EpisodeSelection.of(index, " ".repeat(2001)))
                .hasMessageContaining("at most 2000 characters");
        assertThat(chosen("not ".repeat(400) + "ok")).isEqualTo("[0]");
    }
}
