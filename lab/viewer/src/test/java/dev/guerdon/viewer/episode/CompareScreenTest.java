package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.episode.TraceRuns.Made;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompareScreenTest {

    @TempDir
    Path folder;

    private RunStore store;
    private OpenRuns runs;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
        runs = new OpenRuns(store);
    }

    private static Made made(String task, int repeat, double reward, String... actions) {
        List<dev.guerdon.api.agent.Turn> turns = new ArrayList<>();
        for (String action : actions) {
            turns.add(TraceRuns.turn(turns.size(), action, "got " + action));
        }
        return TraceRuns.episode(task, repeat, reward, "a", "a", turns);
    }

    private static PageAddress address(String base, String candidate, String... more) {
        Map<String, List<String>> query = new HashMap<>();
        query.put("base", List.of(base));
        query.put("candidate", List.of(candidate));
        for (int i = 0; i < more.length; i += 2) {
            query.put(more[i], List.of(more[i + 1]));
        }
        return new PageAddress(Map.of(), query);
    }

    private String compare(String base, String candidate, String... more) {
        return TraceRuns.html(new CompareScreen(runs).show(address(base, candidate, more), TraceRuns.LINKS));
    }

    private String traces(String base, String candidate, String... more) {
        return TraceRuns.html(new TracesScreen(runs).show(address(base, candidate, more), TraceRuns.LINKS));
    }

    @Test
    void tasksAreSortedIntoKindsThatCanBeChosen() {
        String base = TraceRuns.store(
                store,
                1,
                made("better", 0, 0),
                made("worse", 0, 1),
                made("same", 0, 1),
                made("gone", 0, 1),
                made("lost", 0, 1));
        String candidate = TraceRuns.store(
                store,
                1,
                made("better", 0, 1),
                made("worse", 0, 0),
                made("same", 0, 1),
                made("new", 0, 1),
                made("lost", 0, Double.NaN));

        String html = compare(base, candidate);

        assertThat(html).contains("1 fixed, 1 regressed, 0 flaky, 1 unchanged", "1 pair is missing");
        assertThat(html).contains(">better<", ">worse<").doesNotContain(">same<", ">new<", ">lost<");
        assertThat(compare(base, candidate, "kind", "unchanged"))
                .contains(">same<")
                .doesNotContain(">better<", ">lost<");
        assertThat(compare(base, candidate, "kind", "only_in_base"))
                .contains(">gone<")
                .doesNotContain(">new<", ">lost<");
        assertThat(compare(base, candidate, "kind", "missing"))
                .contains(">lost<")
                .doesNotContain(">better<");
        assertThat(compare(base, candidate, "kind", "all", "q", "ette"))
                .contains(">better<")
                .doesNotContain(">worse<");
        assertThatThrownBy(() -> compare(base, candidate, "kind", "nonsense")).isInstanceOf(PageProblem.class);
        assertThat(Markup.dangers(html)).isEmpty();
    }

    @Test
    void runsWithDifferentRepeatsAreComparedWhereBothHaveOne() {
        String base = TraceRuns.store(store, 3, made("t", 0, 0), made("t", 1, 1), made("t", 2, 0), made("u", 0, 0));
        String candidate = TraceRuns.store(store, 1, made("t", 0, 1), made("u", 0, 1));

        assertThat(compare(base, candidate, "kind", "all")).contains(">t<", ">u<", "2 repeats without a partner");
        assertThat(traces(base, candidate, "task", "t", "repeat", "2")).contains("repeat 3", "no finished episode");
    }

    @Test
    void manyTasksHavePages() {
        List<Made> one = new ArrayList<>();
        List<Made> other = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            one.add(made("t" + i, 0, 1));
            other.add(made("t" + i, 0, 0.2 + i / 1000.0));
        }
        String base = TraceRuns.store(store, 1, one.toArray(new Made[0]));
        String candidate = TraceRuns.store(store, 1, other.toArray(new Made[0]));

        assertThat(compare(base, candidate))
                .contains("150 tasks, page 1 of 2", ">t0<")
                .doesNotContain(">t149<");
        assertThat(compare(base, candidate, "page", "2")).contains(">t149<").doesNotContain(">t0<");
        assertThat(compare(base, candidate, "page", "99")).contains("page 2 of 2");
    }

    @Test
    void hostileNamesDoNoHarm() {
        String name = "<img src=x onerror=alert(1)>\"'&kind=all";
        String base = TraceRuns.store(store, 1, made(name, 0, 0, name));
        String candidate = TraceRuns.store(store, 1, made(name, 0, 1, name + "2"));

        assertThat(Markup.dangers(compare(base, candidate, "q", "\"><script>alert(1)</script>")))
                .isEmpty();
        assertThat(Markup.dangers(compare(base, candidate))).isEmpty();
        assertThat(Markup.dangers(traces(base, candidate, "task", name))).isEmpty();
    }

    @Test
    void theFirstDifferenceIsMarkedOnce() {
        String base = TraceRuns.store(store, 1, made("t", 0, 1, "a()", "b()", "c()"));
        String candidate = TraceRuns.store(store, 1, made("t", 0, 0, "a()", "x()", "c()"));

        String html = traces(base, candidate, "task", "t");

        assertThat(html.split("id=\"first-difference\"", -1)).hasSize(2);
        assertThat(html.indexOf("First difference: another action"))
                .isGreaterThan(html.indexOf("got a()"))
                .isLessThan(html.indexOf("got b()"));
        assertThat(html).contains("1 of 3 rows differ");
    }

    @Test
    void longRowsOfTheSameAreFolded() {
        String[] actions = new String[30];
        java.util.Arrays.setAll(actions, i -> "a" + i + "()");
        String base = TraceRuns.store(store, 1, made("t", 0, 1, actions));
        actions[29] = "other()";
        String candidate = TraceRuns.store(store, 1, made("t", 0, 1, actions));

        String html = traces(base, candidate, "task", "t");

        assertThat(html).contains("28 steps that are the same in both", "First difference");
        for (int i = 0; i < 30; i++) {
            assertThat(html.split("id=\"row-" + (i + 1) + "\"", -1))
                    .as("row " + i)
                    .hasSize(2);
        }
    }

    @Test
    void aTaskThatOnlyOneRunHasIsShownAlone() {
        String base = TraceRuns.store(store, 1, made("t", 0, 1, "a()"), made("u", 0, 1));
        String candidate = TraceRuns.store(store, 1, made("u", 0, 1));

        assertThat(traces(base, candidate, "task", "t")).contains("no finished episode", "only in the base");
        assertThatThrownBy(() -> traces(base, candidate, "task", "neither")).isInstanceOf(PageProblem.class);
        assertThatThrownBy(() -> new CompareScreen(runs).show(new PageAddress(Map.of(), Map.of()), TraceRuns.LINKS))
                .isInstanceOf(PageProblem.class);
    }
}
