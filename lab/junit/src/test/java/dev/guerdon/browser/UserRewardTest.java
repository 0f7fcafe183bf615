package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Extension;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.driver.SharedBrowser;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.Scorer;
import dev.guerdon.junit.Parts;
import dev.guerdon.junit.UserProject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks and rewards that users write outside of Guerdon, compiled as their own project and run in a real browser. */
class UserRewardTest {

    private static final String SOURCE = """
            package org.example.web;

            import dev.guerdon.api.Task;
            import dev.guerdon.browser.spi.BrowserPage;
            import dev.guerdon.browser.spi.BrowserTask;
            import dev.guerdon.browser.spi.BrowserTaskSource;
            import dev.guerdon.browser.spi.ChatMessage;
            import java.util.List;
            import java.util.Map;
            import java.util.stream.Stream;

            public final class Doors implements BrowserTaskSource {

                public String prefix() {
                    return "doors.";
                }

                public BrowserTask create(String id, Task description, Map<String, String> options) {
                    String url = description.field("url").orElseThrow().asString();
                    return new BrowserTask() {
                        public Start setup(BrowserPage page) {
                            page.navigate(url);
                            return Start.of("Open the door.");
                        }

                        public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
                            boolean open = page.title().equals("open");
                            return new Verdict(open ? 0.75 : 0, open, "", Map.of("door", page.title()));
                        }
                    };
                }

                public Stream<Task> tasks(String split, Map<String, String> options) {
                    return Stream.empty();
                }
            }
            """;

    private static final String REWARDS = """
            package org.example.web;

            import dev.guerdon.api.Context;
            import dev.guerdon.api.Reward;
            import dev.guerdon.browser.Browser;
            import java.util.LinkedHashMap;
            import java.util.Map;

            public final class DoorRewards {

                @Reward("door_reward")
                static Map<String, Object> door(Context context) {
                    Browser browser = Browser.of(context);
                    Browser.Page page = browser.page();
                    Map<String, Object> result = new LinkedHashMap<>();
                    result.put("reward", browser.verdict().map(Browser.Verdict::reward).orElse(-1.0));
                    result.put("url", page.url());
                    result.put("title", page.title());
                    result.put("tabs", page.tabs().size());
                    result.put("button", page.text().contains("button 'Open'"));
                    result.put("error", page.lastActionError());
                    result.put("goal", browser.goal());
                    result.put("said", browser.chat().getLast().message());
                    result.put("end", browser.end().kind().name());
                    return result;
                }
            }
            """;

    @TempDir
    private Path folder;

    private final Registry registry = Registry.discover();
    private final Scorer scorer = Scorer.create();
    private final ResourcePools resources = new ResourcePools(Duration.ofSeconds(60));

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = Parts.pages("<title>shut</title><button onclick=\"document.title='open'\">Open</button>");
    }

    private String door() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/door";
    }

    @AfterEach
    void end() throws IOException {
        resources.close();
        scorer.close();
        server.stop(0);
        if (project != null) {
            project.close();
        }
    }

    private @Nullable UserProject project;

    private void compileProject() throws Exception {
        UserProject compiled = UserProject.compile(folder, List.of(SOURCE, REWARDS), Context.class, Browser.class);
        project = compiled;
        registry.add((Extension)
                compiled.type("org.example.web.Doors").getDeclaredConstructor().newInstance());
        registry.rewards(compiled.type("org.example.web.DoorRewards"));
    }

    private Score score(String reward, Context context) {
        return scorer.score(registry.reward(reward), Sample.of("s", "", Trajectory.empty(), Map.of(), context));
    }

    private static RewardResult scored(Score score) {
        assertThat(score).isInstanceOf(Score.Scored.class);
        return ((Score.Scored) score).result();
    }

    private static void unscored(Score score, String message) {
        assertThat(score).isInstanceOfSatisfying(Score.Unscored.class, one -> {
            assertThat(one.reason()).isEqualTo(Score.Reason.RESOURCE);
            assertThat(one.message()).contains(message);
        });
    }

    private Map<String, @Nullable Object> doors() {
        return Map.of("task_id", "doors.1", "url", door());
    }

    @Test
    void aRewardSeesTheBrowserThatTheToolActedIn() throws Exception {
        Parts.chromium();
        compileProject();
        try (RolloutContext context = resources.rollout("r", "", doors())) {
            ToolOutcome first = registry.tool("browser_action").call(Map.of("action", "click('nowhere')"), context);
            RewardResult before = scored(score("door_reward", context));
            assertThat(before.reward()).isZero();
            assertThat(before.extras())
                    .containsEntry("title", "shut")
                    .containsEntry("button", true)
                    .containsEntry("goal", "Open the door.")
                    .containsEntry("said", "Open the door.")
                    .containsEntry("tabs", 1)
                    .containsEntry("end", "NONE");
            assertThat(before.extras().get("error")).asString().contains("nowhere");
            assertThat(scored(score("browser_task_reward", context)).extras())
                    .containsEntry("done", false)
                    .containsEntry("steps", 1);

            Matcher button = Pattern.compile("\\[(\\w+)\\] button 'Open'").matcher(first.text());
            assertThat(button.find()).as(first.text()).isTrue();
            registry.tool("browser_action").call(Map.of("action", "click('" + button.group(1) + "')"), context);
            RewardResult after = scored(score("door_reward", context));
            assertThat(after.reward()).isEqualTo(0.75);
            assertThat(after.extras())
                    .containsEntry("url", door())
                    .containsEntry("title", "open")
                    .containsEntry("error", "")
                    .containsEntry("end", "TERMINATED");
            RewardResult verdict = scored(score("browser_task_reward", context));
            assertThat(verdict.reward()).isEqualTo(0.75);
            assertThat(verdict.extras())
                    .containsEntry("done", true)
                    .containsEntry("end", "terminated")
                    .containsEntry("task_info", Map.of("door", "open"));
        }
    }

    @Test
    void anAgentThatNeverActedEarnsNothingAndIsScored() throws Exception {
        Parts.chromium();
        compileProject();
        try (RolloutContext context = resources.rollout("r", "", doors())) {
            RewardResult verdict = scored(score("browser_task_reward", context));
            assertThat(verdict.reward()).isZero();
            assertThat(verdict.extras()).containsEntry("steps", 0).containsEntry("end", "none");
        }
    }

    @Test
    void aTaskThatDoesNotJudgeHasNoScore() {
        Parts.chromium();
        Map<String, @Nullable Object> open = Map.of("task_id", "openended", "start_url", door());
        try (RolloutContext context = resources.rollout("r", "", open)) {
            unscored(score("browser_task_reward", context), "has no verdict of its own");
            assertThat(Browser.of(context).verdict()).isEmpty();
            assertThat(Browser.of(context).page().title()).isEqualTo("shut");
        }
    }

    @Test
    void aBrowserThatWasLostHasNoScoreInWhateverScopeItWasAcquired() {
        Parts.chromium();
        SharedBrowser browsers = new SharedBrowser(InstalledPrograms.thisOne());
        try (browsers;
                RolloutContext context = resources.rollout("r", "", Map.of())) {
            // As an agent of one's own acquires it: under a wider type, for this rollout alone.
            Environment own = context.acquire(
                    ResourceSpec.local(
                            "browser",
                            Environment.class,
                            3,
                            () -> new BrowserEnvironment(
                                    browsers, task -> new OpenEndedTask(door(), ""), BrowserSettings.standard())),
                    Context.Scope.ROLLOUT);
            unscored(score("browser_task_reward", context), "has no verdict of its own");
            own.reset(Task.of("t", "", Map.of()));
            browsers.processes().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            assertThat(own.step("noop(0)").lost()).isTrue();
            unscored(score("browser_task_reward", context), "the browser was lost");
            assertThat(Browser.of(context).end().kind()).isEqualTo(Step.End.Kind.LOST);
        }
    }

    @Test
    void outsideOfARolloutTheySayThatTheyNeedOne() throws Exception {
        compileProject();
        for (String reward : List.of("door_reward", "browser_task_reward")) {
            unscored(
                    scorer.score(registry.reward(reward), Sample.of("s", "", List.of(), doors())),
                    "'browser' needs a running rollout");
        }
    }
}
