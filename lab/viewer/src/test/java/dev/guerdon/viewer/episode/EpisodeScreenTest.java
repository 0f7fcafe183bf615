package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EpisodeScreenTest {

    private static final String HOSTILE = "</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>"
            + "\"' onmouseover='alert(1)' style=\"x\" javascript:alert(1) \u202etxt \u001b[31m ${7*7} @if(true)";

    @TempDir
    Path folder;

    private RunStore store;
    private OpenRuns runs;
    private RewardExplainer reasons;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
        runs = new OpenRuns(store);
        reasons = new RewardExplainer(runs, Registry.discover());
    }

    private PageAddress address(String run, String task, String... more) {
        Map<String, List<String>> query = new HashMap<>();
        query.put("task", List.of(task));
        for (int i = 0; i < more.length; i += 2) {
            query.put(more[i], List.of(more[i + 1]));
        }
        return new PageAddress(Map.of("run", run), query);
    }

    private String page(String run, String task, String... more) {
        return TraceRuns.html(new EpisodeScreen(runs, reasons).show(address(run, task, more), TraceRuns.LINKS));
    }

    private String text(String run, String task, String... more) throws IOException {
        ScreenAnswer.Stream answer =
                (ScreenAnswer.Stream) new EpisodeScreen(runs, reasons).text(address(run, task, more), TraceRuns.LINKS);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        answer.body().write(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aPageSaysWhyWithStepsToGoTo() {
        String run = TraceRuns.store(
                store,
                1,
                TraceRuns.episode(
                        "t",
                        0,
                        0,
                        "Paris",
                        "Rome",
                        List.of(
                                TraceRuns.turn(0, "search(capital)", "The capital is Rome."),
                                TraceRuns.turn(1, "submit(Paris)", "done"))));

        String html = page(run, "t");

        assertThat(html)
                .contains("0.000", "wrong answer", "Rome", "A fix brings at most 1.000")
                .contains("The answer that was scored was given here: Paris")
                .contains("step=2\" data-goto=\"2\"")
                .contains("gold answer stood in what the model was shown");
        assertThat(Markup.dangers(html)).isEmpty();
    }

    @Test
    void aLinkGoesDownToTheStepAndItsText() {
        String run = TraceRuns.store(
                store,
                1,
                TraceRuns.episode(
                        "t", 0, 1, "b", "b", List.of(TraceRuns.turn(0, "a()", "x"), TraceRuns.turn(1, "b()", "y"))));

        String html = page(run, "t", "step", "2", "tab", "reply");

        assertThat(html).contains("id=\"step-2\"").doesNotContain("id=\"step-1\"");
        assertThat(html).contains("id=\"tab-2-reply\" value=\"reply\" checked");
        assertThatThrownBy(() -> page(run, "t", "step", "3"))
                .isInstanceOf(PageProblem.class)
                .hasMessage("the episode has 2 steps, and no step 3");
        assertThatThrownBy(() -> page(run, "t", "step", "x")).isInstanceOf(PageProblem.class);
    }

    @Test
    void nothingThatAnEpisodeSaysCanRun() {
        Map<String, @Nullable Object> info = new HashMap<>();
        for (String key : TurnInfo.KEYS) {
            info.put(key, HOSTILE);
        }
        info.put(HOSTILE, HOSTILE);
        info.put(TurnInfo.PAGE_CUT, 10);
        info.put(TurnInfo.PARAMS, Map.of(HOSTILE, HOSTILE));
        info.put(TurnInfo.URL, "javascript:alert(1)");
        Turn turn = TraceRuns.turn(0, HOSTILE, HOSTILE, HOSTILE, info);
        String run = TraceRuns.store(store, 1, TraceRuns.episode(HOSTILE, 0, 0, HOSTILE, HOSTILE, List.of(turn, turn)));

        for (String html : List.of(
                page(run, HOSTILE, "q", HOSTILE, "tab", HOSTILE, "step", "2"),
                TraceRuns.html(new EpisodeScreen(runs, reasons).step(address(run, HOSTILE), TraceRuns.LINKS)),
                TraceRuns.html(new ChatScreen(runs).show(address(run, HOSTILE), TraceRuns.LINKS)))) {
            assertThat(Markup.dangers(html)).isEmpty();
            assertThat(Markup.text(html)).doesNotContain("<script>alert", "\u202e", "\u001b", "49 @if");
        }
        assertThat(page(run, HOSTILE)).contains("\\u202e", "\\u001b", "cut here: the model saw 10 of");
    }

    @Test
    void aWebAddressCanBeOpenedAndNoOther() {
        for (Map.Entry<String, Boolean> each : Map.of(
                        "http://a.example/b", true,
                        "HTTPS://a.example/", true,
                        "javascript:alert(1)//http://", false,
                        "data:text/html,x", false,
                        "file:///etc/passwd", false,
                        "http://a b", false)
                .entrySet()) {
            assertThat(dev.guerdon.viewer.episode.EpisodeSteps.webAddress(each.getKey())
                            .isEmpty())
                    .as(each.getKey())
                    .isNotEqualTo(each.getValue());
        }
    }

    @Test
    void longTextsAreBoundedAndWholeElsewhere() throws IOException {
        String line = "x".repeat(10_000_000) + "END";
        List<Turn> turns = new ArrayList<>();
        turns.add(TraceRuns.turn(0, "a()", line));
        for (int i = 1; i < 1_000; i++) {
            turns.add(TraceRuns.turn(i, "a(" + i + ")", "short"));
        }
        String run = TraceRuns.store(store, 1, TraceRuns.episode("t", 0, 1, "b", "b", turns));

        String html = page(run, "t", "step", "1");

        assertThat(html.length()).isLessThan(1_000_000);
        assertThat(html).contains("9,996,003 more characters", "part=observation", "data-goto=\"1000\"");
        assertThat(text(run, "t", "step", "1", "part", "observation")).isEqualTo(line);
        assertThatThrownBy(() -> text(run, "t", "step", "1", "part", "secrets")).isInstanceOf(PageProblem.class);
    }

    @Test
    void wordsAreFoundInEveryTextOfEveryStep() {
        String run = TraceRuns.store(
                store,
                1,
                TraceRuns.episode(
                        "t",
                        0,
                        1,
                        "b",
                        "b",
                        List.of(
                                TraceRuns.turn(0, "a()", "a Needle here"),
                                TraceRuns.turn(1, "b()", "no", "", Map.of(TurnInfo.PAYLOAD, "the needle")))));

        EpisodeSearch search = EpisodeSearch.of("needle", runs.episode(run, "t", 0), TraceRuns.LINKS);

        assertThat(search.hits()).extracting(EpisodeSearch.Hit::step).containsExactly(0, 1);
        assertThat(search.hits()).extracting(EpisodeSearch.Hit::where).containsExactly("observation", "payload");
        assertThat(page(run, "t", "q", "needle")).contains("<mark>Needle</mark>");
    }

    @Test
    void theFirstStepToSeeIsTheOneThatExplainsMost() {
        String run = TraceRuns.store(
                store,
                1,
                TraceRuns.episode(
                        "t",
                        0,
                        0,
                        "42",
                        "Rome",
                        List.of(
                                TraceRuns.turn(0, "a()", "x"),
                                TraceRuns.turn(1, "b()", "the answer is Rome"),
                                TraceRuns.turn(2, "submit(42)", "y"))));

        assertThat(page(run, "t")).contains("id=\"step-2\"");
    }

    @Test
    void picturesAreShownWithWhatWasActedOn() throws IOException {
        Path artifacts = Files.createDirectories(folder.resolve("artifacts"));
        byte[] png = java.util.Base64.getDecoder()
                .decode(
                        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==");
        Files.write(artifacts.resolve("screenshot_step_0.png"), png);
        Files.write(artifacts.resolve("screenshot_step_1.png"), png);
        try (java.io.OutputStream out =
                new java.util.zip.GZIPOutputStream(Files.newOutputStream(artifacts.resolve("step_0.json.gz")))) {
            out.write(
                    "{\"obs\":{\"extra_element_properties\":{\"7\":{\"bbox\":[1,2,30,40]}}},\"action\":\"click('7')\"}"
                            .getBytes(StandardCharsets.UTF_8));
        }
        String run = TraceRuns.store(
                store,
                1,
                TraceRuns.episode("t", 0, 1, "b", "b", List.of(TraceRuns.turn(0, "click('7')", "x")), artifacts));

        String html = page(run, "t");

        assertThat(html)
                .contains(
                        "viewBox=\"0 0 2 2\"",
                        "<rect class=\"halo\" x=\"-2.0\" y=\"-1.0\" width=\"36.0\" height=\"46.0\"")
                .contains("file=screenshot_step_0.png", "class=\"after\"", "type=\"range\"");
        assertThat(Markup.dangers(html)).isEmpty();
        ScreenAnswer.Stream picture = (ScreenAnswer.Stream) new EpisodeScreen(runs, reasons)
                .artifact(address(run, "t", "file", "screenshot_step_0.png"), TraceRuns.LINKS);
        assertThat(picture.type()).isEqualTo("image/png");
        assertThatThrownBy(() -> new EpisodeScreen(runs, reasons)
                        .artifact(address(run, "t", "file", "../../results.db"), TraceRuns.LINKS))
                .isInstanceOf(PageProblem.class);
    }

    @Test
    void aFileThatIsNoPictureIsNeverAPage() throws IOException {
        Path artifacts = Files.createDirectories(folder.resolve("artifacts"));
        for (String name : List.of("a.html", "a.svg", "a.xml", "a", "a.txt")) {
            Files.writeString(artifacts.resolve(name), "<script>alert(1)</script>");
        }
        String run = TraceRuns.store(store, 1, TraceRuns.episode("t", 0, 1, "b", "b", List.of(), artifacts));

        for (String name : List.of("a.html", "a.svg", "a.xml", "a")) {
            ScreenAnswer.Stream file = (ScreenAnswer.Stream)
                    new EpisodeScreen(runs, reasons).artifact(address(run, "t", "file", name), TraceRuns.LINKS);
            assertThat(file.type()).as(name).isEqualTo("application/octet-stream");
            assertThat(file.name()).isEqualTo(name);
        }
        assertThat(page(run, "t")).contains("This episode kept no steps.");
    }

    @Test
    void anEpisodeWithoutAScoreSaysWhy() {
        String run = TraceRuns.store(store, 1, TraceRuns.episode("t", 0, Double.NaN, "", "", List.of()));

        assertThat(page(run, "t")).contains("not scored", "Not scored (timeout): too slow");
    }
}
