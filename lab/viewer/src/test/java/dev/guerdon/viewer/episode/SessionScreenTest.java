package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.PageAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionScreenTest {

    @TempDir
    Path folder;

    private static Map<String, Object> decision(
            String change, String run, String against, String verdict, String... lost) {
        return Map.of(
                "change", change,
                "run", run,
                "against", against,
                "verdict", verdict,
                "reason", "because of " + change,
                "regressions", List.of(lost));
    }

    private void session(String name, Map<String, Object> state) throws IOException {
        Path session = Files.createDirectories(folder.resolve("sessions").resolve(name));
        Files.writeString(session.resolve("session.json"), JsonCodec.write(state));
    }

    private String page(String name) {
        return TraceRuns.html(new SessionScreen(new OpenRuns(new RunStore(folder)))
                .show(new PageAddress(Map.of("session", name), Map.of()), TraceRuns.LINKS));
    }

    @Test
    void aSessionIsATimelineOfDecisionsWithWhatTheyRestOn() throws IOException {
        RunStore store = new RunStore(folder);
        String start = TraceRuns.store(store, 1, TraceRuns.episode("t", 0, 0, "a", "b", List.of()));
        String better = TraceRuns.store(store, 1, TraceRuns.episode("t", 0, 1, "b", "b", List.of()));
        session(
                "session_1",
                Map.of(
                        "plan",
                        "name: one",
                        "decisions",
                        List.of(
                                decision("the start", start, "", "start"),
                                decision("<b>bold</b>", better, start, "kept"),
                                decision("gone", "run_gone", better, "rolled_back", "t")),
                        "running",
                        "",
                        "again",
                        List.of()));

        String html = page("session_1");

        assertThat(html)
                .contains("2 changes tried, 1 kept, 1 rolled back")
                .contains("on top of <span class=\"untrusted\">the start</span>")
                .contains("/compare?base=" + start + "&amp;candidate=" + better)
                .contains("because of gone", "&lt;b&gt;bold&lt;/b&gt;")
                .doesNotContain("/runs/run_gone");
        assertThat(Markup.dangers(html)).isEmpty();
    }

    @Test
    void aDamagedSessionSpoilsNoOther() throws IOException {
        session("session_good", Map.of("plan", "", "decisions", List.of(), "running", "", "again", List.of()));
        Files.createDirectories(folder.resolve("sessions/session_bad"));
        Files.writeString(folder.resolve("sessions/session_bad/session.json"), "{");

        String html = TraceRuns.html(new SessionScreen(new OpenRuns(new RunStore(folder)))
                .list(new PageAddress(Map.of(), Map.of()), TraceRuns.LINKS));

        assertThat(html).contains("session_good", "session_bad", "is damaged");
        assertThatThrownBy(() -> page("session_bad")).isInstanceOf(GuerdonException.class);
        assertThatThrownBy(() -> page("../session_good")).isInstanceOf(GuerdonException.class);
    }

    @Test
    void aSessionOfImproveHasItsLineageItsChangesAndItsTests() throws IOException {
        Path session = Files.createDirectories(folder.resolve("sessions/improve_1"));
        Files.writeString(session.resolve("improve.json"), """
                {"plan":"name: x","complete":true,"ended":"No proposer has anything new to try.","champion":"c2","candidates":[
                {"id":"c0","parents":[],"change":"the start","decision":"start","reason":"begins","train_mean":0.25,"changes":{}},
                {"id":"c1","parents":["c0"],"change":"<b>more</b> page","decision":"kept","reason":"rose","proposer":"remedies",
                 "cause":"truncated_observation","train_mean":0.5,"gain":0.25,"low":0.1,"high":0.4,"level":0.025,"compared":20,
                 "changes":{"axtree_limit":"9000","section.task":"one\\ntwo\\n"}},
                {"id":"c2","parents":["c1"],"change":"say it","decision":"kept","reason":"rose again","changes":{"section.task":"one\\nthree\\n"}},
                {"id":"c3","parents":["c1","c9"],"change":"odd","decision":"unheard_of","reason":"","train_mean":"NaN"}],
                "confirmation":{"sentence":"It holds."},"spent":{"words":"80 episodes"}}
                """);

        String html = page("improve_1");

        assertThat(html)
                .contains("3 candidates, 2 kept · No proposer has anything new to try. · It holds. · 80 episodes")
                .contains("tested: gain +0.250 (0.100 to 0.400, level 0.0250, 20 tasks)")
                .contains("&lt;b&gt;more&lt;/b&gt; page", "on top of", "for the cause truncated observation")
                .contains("<span class=\"removed\">-two", "<span class=\"added\">+three", "unheard_of");
        assertThat(html.indexOf("Lineage")).isPositive();
        assertThat(Markup.dangers(html)).isEmpty();
        assertThat(TraceRuns.html(new SessionScreen(new OpenRuns(new RunStore(folder)))
                        .list(new PageAddress(Map.of(), Map.of()), TraceRuns.LINKS)))
                .contains("improve_1", "3 candidates, 2 kept");
    }
}
