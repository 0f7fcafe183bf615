package dev.guerdon.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose every text tries to run, to load something, to turn the page around or to drown it. */
class HostileRunTest {

    private static final String FLAG = "window.__ran = true";

    private static final List<String> ATTACKS = List.of(
            "<script>" + FLAG + "</script>",
            "\"><img src=x onerror=\"" + FLAG + "\"><a href='javascript:" + FLAG + "'>",
            "'\" onfocus=" + FLAG + " autofocus tabindex=1 x='",
            "</textarea></title></style></template><svg onload=" + FLAG + "><animate onbegin=" + FLAG + ">",
            "<iframe srcdoc='<script>parent.__ran = true</script>'></iframe>",
            "<base href='http://evil.test/'><link rel=stylesheet href='http://evil.test/a.css'><meta http-equiv=refresh content='0;http://evil.test/'>",
            "<img src='http://evil.test/pixel.gif'><style>@import 'http://evil.test/b.css'; body { display: none }</style>",
            "data:text/html,<script>" + FLAG + "</script>",
            "javascript:" + FLAG,
            "${" + FLAG + "} {{constructor.constructor('" + FLAG + "')()}} @`" + FLAG + "`",
            "\u202e\u2066gnisrever\u2069 \u001b[31mred\u001b]8;;http://evil.test\u0007link\u0000\uD800 \uFFFE");

    @TempDir
    Path folder;

    private static String all() {
        return String.join("\n", ATTACKS);
    }

    private static String attack(int number) {
        return ATTACKS.get(number % ATTACKS.size());
    }

    private static String hostile(RunStore store, int number) {
        List<String> tasks = new ArrayList<>(ATTACKS);
        RunInfo info = new RunInfo(
                "",
                all(),
                new RunInfo.Setup(
                        "suite " + attack(0),
                        attack(1),
                        attack(2) + number,
                        attack(3),
                        Map.of(attack(4), attack(5), "plain", attack(6)),
                        tasks,
                        1,
                        7,
                        30),
                RunInfo.Progress.since(SampleRuns.START),
                new RunInfo.Origin(attack(7), true, Map.of(RunInfo.BESIDE, List.of(attack(8)))));
        try (RunWriter writer = store.create(info)) {
            for (int i = 0; i < tasks.size(); i++) {
                Map<String, @Nullable Object> extras = new LinkedHashMap<>();
                ATTACKS.forEach(name -> extras.put(name, name));
                extras.put("number " + attack(i), 0.5);
                Episode episode = new Episode(
                        tasks.get(i),
                        0,
                        1,
                        attack(i + 1),
                        all(),
                        i % 3 == 2
                                ? new Score.Unscored(Score.Reason.ERROR, all())
                                : new Score.Scored(new RewardResult(i % 2 * 0.5, extras)),
                        new Episode.Ending(
                                i % 3 == 2 ? FinishReason.MODEL_FAILED : FinishReason.NO_TOOL_CALLS,
                                true,
                                all(),
                                i % 3 == 2 ? attack(i) + all() : ""),
                        new Episode.Effort(2, new Usage(1, 1, 1, 0.1), SampleRuns.START, Duration.ofSeconds(1)));
                writer.add(episode, detail(tasks.get(i), i == 0 ? all() + "x".repeat(10 << 20) : all()));
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    private static EpisodeDetail detail(String task, String text) {
        Turn turn = Turn.builder()
                .prompt(text)
                .reply(text)
                .action(all())
                .observation(text)
                .reward(0.5)
                .error(all())
                .modelTime(Duration.ofMillis(3))
                .actionTime(Duration.ofMillis(4))
                .info(Map.of("url", "javascript:" + FLAG, "html", text))
                .build();
        return new EpisodeDetail(
                Task.of(task, all(), Map.of("answer", all())),
                Trajectory.of(List.of(Message.user(all()), Message.assistant(text))),
                List.of(turn),
                Optional.empty());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    @Tag("slow")
    void nothingRunsAndNothingIsLoadedFromElsewhere() throws IOException {
        RunStore store = new RunStore(folder.resolve("runs"));
        String base = hostile(store, 0);
        String candidate = hostile(store, 1);
        List<String> pages = new ArrayList<>(List.of(
                "/",
                "/?find=" + encoded(attack(1)),
                "/runs/" + base,
                "/runs/" + base + "?filter=" + encoded(attack(1)) + "&sort=" + encoded("-reward"),
                "/runs/" + base + "/diagnosis",
                "/compare?base=" + base + "&candidate=" + candidate,
                "/runs/" + encoded(attack(1)),
                "/rewards/" + encoded(attack(0))));
        for (int i = 0; i < 3; i++) {
            String episode = "task=" + encoded(ATTACKS.get(i)) + "&repeat=0";
            pages.add("/runs/" + base + "/episode?" + episode);
            pages.add("/runs/" + base + "/episode?" + episode + "&q=" + encoded("<script>"));
            pages.add("/runs/" + base + "/chat?" + episode);
            pages.add("/traces?base=" + base + "&candidate=" + candidate + "&" + episode);
        }
        try (Browser browser = Browser.open();
                ViewerForTests viewer = ViewerForTests.of(store, false)) {
            browser.size(1280, 900);
            browser.first(
                    "window.__refused = 0; addEventListener('securitypolicyviolation', () => window.__refused++);");
            for (String path : pages) {
                browser.go(viewer.url(path));
                look(browser, path, viewer.url(""));
            }
            assertThat(browser.loaded(url -> !url.startsWith(viewer.url("")) && !url.startsWith("about:")))
                    .isEmpty();
        }
    }

    /** A policy is the second wall: where it had to refuse something, the first one has a hole. */
    private static void look(Browser browser, String path, String root) {
        assertThat(browser.text("window.__ran")).as(path).isEqualTo("undefined");
        assertThat(browser.text("window.__refused"))
                .as("refused by the policy on " + path)
                .isEqualTo("0");
        assertThat(
                        browser.text(
                                "document.querySelectorAll('main script, iframe, object, embed, base, main style, main link').length"))
                .as(path)
                .isEqualTo("0");
        assertThat(
                        browser.text(
                                "[...document.querySelectorAll('main *')].flatMap(each => [...each.attributes]).filter(a => /^on/i.test(a.name) || /^\\s*(javascript|data|vbscript):/i.test(a.value) && /^(href|src|action|formaction|xlink:href)$/i.test(a.name)).map(a => a.name).join()"))
                .as(path)
                .isEmpty();
        assertThat(browser.text(
                        "[...document.querySelectorAll('a[href]')].map(a => new URL(a.getAttribute('href'), location.href).href)"
                                + ".filter(href => !href.startsWith('" + root + "')).join()"))
                .as(path)
                .isEmpty();
        assertThat(browser.text("(document.querySelector('h1') || document.body).getBoundingClientRect().width > 0"))
                .as(path)
                .isEqualTo("true");
    }

    @Test
    @Tag("slow")
    void bundleOpensFromTheFileSystemAndIsAsSafe() throws IOException {
        RunStore store = new RunStore(folder.resolve("runs"));
        String base = hostile(store, 0);
        hostile(store, 1);
        Path bundle = folder.resolve("site with space");
        ViewerBundle.Written written = ViewerBundle.write(store, Registry.discover(), List.of(), bundle);
        assertThat(written.words()).contains("2 runs");
        assertThat(bundle.resolve("robots.txt")).content().contains("Disallow: /");
        List<Path> pages;
        try (Stream<Path> all = Files.walk(bundle)) {
            pages = all.filter(file -> file.toString().endsWith(".html")).toList();
        }
        assertThat(pages.size()).isGreaterThan(2 * ATTACKS.size());
        try (Browser browser = Browser.open()) {
            browser.size(1280, 900);
            browser.first(
                    "window.__refused = 0; addEventListener('securitypolicyviolation', () => window.__refused++);");
            browser.go(bundle.resolve("index.html").toUri().toString());
            look(browser, "index.html", "file:");
            assertThat(browser.text("document.documentElement.classList.contains('js')"))
                    .as("scripts run")
                    .isEqualTo("true");
            assertThat(browser.text("getComputedStyle(document.querySelector('.panel')).borderTopWidth"))
                    .as("styles hold")
                    .isEqualTo("1px");
            browser.evaluate("document.querySelector('.grid.runs .name').click()");
            browser.until("location.href.includes('/runs/') && document.readyState === 'complete'");
            assertThat(browser.text("document.querySelector('h1').textContent")).startsWith("run_");
            look(browser, "a run", "file:");
            browser.evaluate("document.querySelector('.grid.episodes tbody a').click()");
            browser.until("location.href.includes('/episodes/') && document.readyState === 'complete'");
            look(browser, "an episode", "file:");
            for (Path page : pages.subList(0, Math.min(12, pages.size()))) {
                browser.go(page.toUri().toString());
                look(browser, page.toString(), "file:");
            }
            assertThat(browser.loaded(url -> !url.startsWith("file:") && !url.startsWith("about:")))
                    .isEmpty();
        }
        assertThat(links(bundle, pages)).as("links that lead nowhere").isEmpty();
        assertThat(base).isNotEmpty();
    }

    private static List<String> links(Path bundle, List<Path> pages) throws IOException {
        List<String> dead = new ArrayList<>();
        var link = java.util.regex.Pattern.compile("(?:href|src)=\"([^\"#]+)");
        for (Path page : pages) {
            var found = link.matcher(Files.readString(page));
            while (found.find()) {
                Path target = page.resolveSibling(found.group(1)).normalize();
                if (!target.startsWith(bundle) || !Files.exists(target)) {
                    dead.add(bundle.relativize(page) + " -> " + found.group(1));
                }
            }
        }
        return dead.stream().distinct().limit(10).toList();
    }
}
