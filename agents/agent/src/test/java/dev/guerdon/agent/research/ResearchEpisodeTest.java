package dev.guerdon.agent.research;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.research.ResearchInstructions.Section;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.AgentSettings;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The web research agent with a browser made of a map: addresses and what their pages show. */
class ResearchEpisodeTest {

    private static final String LONG = "RootWebArea 'Long'\n" + "\tStaticText 'line of text'\n".repeat(2_000);

    private final Map<String, String> pages = new HashMap<>(Map.of(
            "http://start/",
            "RootWebArea 'Start'\n" + "\tStaticText 'a page that is long enough'\n".repeat(8),
            "http://long/",
            LONG,
            "http://sparse/",
            "RootWebArea 'Sparse'"));
    private final List<String> actions = new ArrayList<>();
    private final List<List<Message>> asked = new ArrayList<>();
    private final Map<String, @Nullable Object> hints = new HashMap<>();

    private final class MapBrowser implements Environment, EnvironmentProvider {
        private String url = "http://start/";

        @Override
        public Step reset(Task task, long seed) {
            if (hints.containsKey("no browser")) {
                throw new GuerdonException("Chromium did not start");
            }
            return show("", false, Map.of("task_info", hints));
        }

        @Override
        public Step step(String action) {
            actions.add(action);
            String error = "";
            if (action.startsWith("goto('")) {
                String wanted = action.substring(6, action.length() - 2);
                error = pages.containsKey(wanted) ? "" : "Error: Page.goto: Timeout 5000ms exceeded.";
                url = pages.containsKey(wanted) ? wanted : url;
            }
            if (url.equals("http://crash/")) {
                return ended(Step.End.lost("its page was lost"));
            }
            if (url.equals("http://late/")) {
                return ended(Step.End.truncated("time"));
            }
            return show(error, action.startsWith("send_msg_to_user"), Map.of());
        }

        private Step ended(Step.End end) {
            return new Step(show("", true, Map.of()).observation(), 0, true, Map.of(), end);
        }

        private Step show(String error, boolean done, Map<String, @Nullable Object> info) {
            Map<String, @Nullable Object> seen =
                    Map.of("url", url, "axtree_txt", pages.getOrDefault(url, ""), "last_action_error", error);
            return new Step(new Observation("", seen), 0, done, info);
        }

        @Override
        public String name() {
            return "browser";
        }

        @Override
        public String description() {
            return "a map";
        }

        @Override
        public List<Option> options() {
            return List.of();
        }

        @Override
        public Environment open(Map<String, String> options) {
            return new MapBrowser();
        }

        @Override
        public Task task(Map<String, String> options) {
            return Task.of("t", "?", Map.of());
        }

        @Override
        public Stream<Task> tasks(String split, Map<String, String> options) {
            return Stream.of();
        }

        @Override
        public void close() {}
    }

    /** Stands in for the fetch tool. */
    static final class Fetches {

        private Fetches() {}

        @Tool(value = "fetch_json", description = "Fetches.")
        static ToolOutcome fetch(String url) {
            if (url.startsWith("http://rain/")) {
                return ToolOutcome.of(
                        "{\"rain of " + url.substring(12) + "\": 1" + url.substring(15) + "}"); // 11 for 2021
            }
            return url.contains("refused")
                    ? new ToolOutcome("Error: no", 0, false, Map.of("error", "not public", "blocked", true))
                    : ToolOutcome.of("{\"data\":\"" + "x".repeat(8_000) + "\"}");
        }
    }

    /** A model that answers by a function of the conversation. */
    private record Scripted(Function<List<Message>, String> answers) implements Model {

        @Override
        public String spec() {
            return "test:answers";
        }

        @Override
        public ModelSession begin(ModelScope rollout) {
            return (messages, tools) ->
                    new ModelReply(Message.assistant(answers.apply(messages)), new Usage(1, 10, 5, 0.01));
        }
    }

    private Rollout run(Map<String, String> settings, int turns, String... replies) {
        List<String> left = new ArrayList<>(List.of(replies));
        return answer(settings, turns, messages -> left.size() > 1 ? left.removeFirst() : left.getFirst());
    }

    private Rollout answer(Map<String, String> settings, int turns, Function<List<Message>, String> answers) {
        Registry registry = new Registry();
        registry.environment(new MapBrowser());
        registry.tools(Fetches.class);
        Model model = new Scripted(messages -> {
            asked.add(messages);
            return answers.apply(messages);
        });
        RolloutSetup setup = RolloutSetup.builder(
                        registry, AgentCatalogue.create(Registry.discover(), "web-research", settings), model)
                .reward(RewardEntry.of("one", sample -> 1.0))
                .limits(RolloutLimits.turns(turns))
                .build();
        return RolloutEngine.run(setup, List.of(Task.of("t", "How many?", Map.of())), 1, 1, 0)
                .getFirst();
    }

    private static String act(String name, String parameter, String value) {
        return "Thinking.\nACTION: " + name + "\nPARAMS: {\"" + parameter + "\": \"" + value + "\"}";
    }

    private static final String SUBMIT = act("submit_answer", "answer", "42");

    private String prompt(int turn) {
        return asked.get(turn).getLast().text();
    }

    @Test
    void actionsBecomeTheBrowsersAndTheAnswerEndsTheRollout() {
        Rollout rollout = run(
                Map.of(),
                15,
                act("search_google", "query", "a & b"),
                act("navigate_to_url", "url", "http://long/"),
                act("scroll_page", "direction", "up"),
                act("click_link", "bid", "12"),
                SUBMIT);
        assertThat(actions)
                .containsExactly(
                        "goto('https://www.google.com/search?q=a+%26+b')",
                        "goto('http://long/')", "scroll(0, -500)", "click('12')", "send_msg_to_user('42')");
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
        assertThat(prompt(1)).contains("PROBLEM with your last action: Error: Page.goto: Timeout 5000ms exceeded.");
        Turn searched = rollout.turns().getFirst();
        assertThat(searched.info())
                .containsEntry(TurnInfo.URL, "http://start/")
                .containsEntry(TurnInfo.ACTION_NAME, "search_google")
                .containsEntry(TurnInfo.PARAMS, Map.of("query", "a & b"))
                .containsEntry(TurnInfo.TOOL_ERROR, "Error: Page.goto: Timeout 5000ms exceeded.");
    }

    @Test
    void aLostPageIsUnscoredAndACutEpisodeIsMarked() {
        pages.put("http://crash/", "");
        pages.put("http://late/", "");
        Rollout lost = run(Map.of(), 15, act("navigate_to_url", "url", "http://crash/"), SUBMIT);
        assertThat(lost.trajectory().finishReason()).isEqualTo(FinishReason.ENVIRONMENT_LOST);
        assertThat(lost.score())
                .isEqualTo(new Score.Unscored(Score.Reason.RESOURCE, "the environment was lost: its page was lost"));
        assertThat(lost.turns().getLast().info()).containsEntry(TurnInfo.ENVIRONMENT_FAULT, true);
        Rollout late = run(Map.of(), 15, act("navigate_to_url", "url", "http://late/"), SUBMIT);
        assertThat(late.trajectory().finishReason()).isEqualTo(FinishReason.ENVIRONMENT_LIMIT);
        assertThat(late.trajectory().reward()).hasValue(1);
        assertThat(late.turns().getLast().info()).containsEntry(TurnInfo.TRUNCATED_BY, "time");
        hints.put("no browser", true);
        assertThat(run(Map.of(), 15, SUBMIT).trajectory().finishReason()).isEqualTo(FinishReason.ENVIRONMENT_LOST);
    }

    @Test
    void pageIsCutAfterALineAndSaysSo() {
        Rollout rollout =
                run(Map.of("axtree_limit", "1000"), 15, act("navigate_to_url", "url", "http://long/"), SUBMIT);
        assertThat(prompt(1))
                .containsPattern("'line of text'\n\\[The page is cut here: 9\\d\\d of " + LONG.length()
                        + " characters are shown\\.\\]\nEND OF PAGE");
        assertThat(rollout.turns().get(1).info())
                .containsEntry(TurnInfo.PAGE_TEXT, LONG)
                .hasEntrySatisfying(
                        TurnInfo.PAGE_CUT, cut -> assertThat((Integer) cut).isBetween(950, 1000));
        assertThat(prompt(0)).doesNotContain("cut here");
    }

    @Test
    void fetchedJsonIsShownWithTheNextPromptAndCut() {
        Rollout rollout = run(
                Map.of(),
                15,
                act("fetch_json", "url", "http://data/"),
                act("scroll_page", "direction", "down"),
                SUBMIT);
        assertThat(actions.getFirst()).isEqualTo("noop(0)");
        assertThat(prompt(1))
                .contains(
                        "fetch_json result for http://data/:\n{\"data\":\"xxx",
                        "[The result is cut here: 6000 of 8011");
        assertThat(prompt(2)).doesNotContain("fetch_json result");
        assertThat(rollout.turns().getFirst().info())
                .containsEntry(TurnInfo.PAYLOAD_CUT, 6000)
                .hasEntrySatisfying(
                        TurnInfo.PAYLOAD,
                        payload -> assertThat((String) payload).hasSize(8011));
    }

    /** A model without a memory of its own: it adds up what it is shown in one request. */
    private static String addUp(List<Message> messages) {
        String all = messages.stream().map(Message::text).collect(Collectors.joining("\n"));
        Map<String, Integer> rain = new TreeMap<>();
        Matcher found = Pattern.compile("\"rain of (\\d+)\": (\\d+)").matcher(all);
        while (found.find()) {
            rain.put(found.group(1), Integer.parseInt(found.group(2)));
        }
        return rain.size() == 4
                ? act(
                        "submit_answer",
                        "answer",
                        String.valueOf(
                                rain.values().stream().mapToInt(each -> each).sum()))
                : act("scroll_page", "direction", "down");
    }

    @ParameterizedTest
    @CsvSource({"on, on", "off, on", "off, off"})
    void fetchedResultsOfSeveralStepsAreThereTogether(String resume, String thinkTrace) {
        Map<String, String> settings = Map.of("resume", resume, "think_trace", thinkTrace);
        List<String> fetches = new ArrayList<>(Stream.of("2021", "2022", "2023", "2024")
                .map(year -> act("fetch_json", "url", "http://rain/" + year))
                .toList());
        fetches.add(2, act("navigate_to_url", "url", "http://long/"));
        Rollout rollout = answer(settings, 15, messages -> fetches.isEmpty() ? addUp(messages) : fetches.removeFirst());
        assertThat(rollout.finalResponse()).isEqualTo(String.valueOf(11 + 12 + 13 + 14));
        assertThat(rollout.turns()).hasSize(6);
    }

    @Test
    void fetchedResultsAreBoundedAndTheOldestAreShortenedFirst() {
        List<String> replies = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            replies.add(act("fetch_json", "url", "http://data/" + Math.min(i, i == 12 ? 11 : 13)));
        }
        replies.add(SUBMIT);
        run(Map.of(), 20, replies.toArray(String[]::new));
        List<String> brought = asked.getLast().stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .filter(text -> text.contains("fetch_json result for http://data/"))
                .toList();
        assertThat(brought).hasSize(14);
        assertThat(brought.getFirst()).hasSizeLessThan(1000).contains("shortened here: ", " of 6", "Fetch it again");
        assertThat(brought.get(11)).contains("http://data/11:\n[It was fetched again later.]");
        assertThat(brought.get(12)).contains("x".repeat(5_900)).doesNotContain("shortened");
        assertThat(brought.getLast()).contains("x".repeat(5_900), "PAGE http://start/\n");
        assertThat(brought.stream().mapToInt(String::length).sum()).isBetween(50_000, 75_000);
        assertThat(brought.stream().filter(text -> text.contains("shortened"))).hasSizeBetween(1, 5);
    }

    @Test
    void problemsStayInTheConversation() {
        run(
                Map.of(),
                15,
                act("navigate_to_url", "url", "https://zillow.com/"),
                act("scroll_page", "direction", "down"),
                SUBMIT);
        assertThat(asked.getLast().get(3).text()).contains("\nPROBLEM: zillow.com is blocked");
    }

    @Test
    void refusedFetchIsAnErrorOfThatAddress() {
        Rollout rollout = run(Map.of(), 15, act("fetch_json", "url", "http://refused/"), SUBMIT);
        assertThat(prompt(1)).contains("fetch_json error for http://refused/: not public");
        assertThat(rollout.turns().getFirst().info()).containsEntry(TurnInfo.BLOCKED, "http://refused/");
    }

    @Test
    void fetchIsRefusedWhereItIsNotOffered() {
        run(Map.of("section.fetch_json", "off"), 15, act("fetch_json", "url", "http://data/"), SUBMIT);
        assertThat(asked.getFirst().getFirst().text()).doesNotContain("fetch_json");
        assertThat(prompt(1)).contains("there is no action 'fetch_json'");
    }

    @Test
    void blockedDomainsAreNotOpened() {
        Rollout rollout = run(
                Map.of(),
                15,
                act("navigate_to_url", "url", "https://www.Zillow.com/homes"),
                act("navigate_to_url", "url", "https://notzillow.com/"),
                SUBMIT);
        assertThat(actions).startsWith("noop(0)", "goto('https://notzillow.com/')");
        assertThat(prompt(1)).contains("zillow.com is blocked");
        assertThat(rollout.turns().getFirst().info()).containsEntry(TurnInfo.BLOCKED, "https://www.Zillow.com/homes");
    }

    @Test
    void sparsePagesAreScrolledThreeTimesWithoutTheModel() {
        run(Map.of(), 15, act("navigate_to_url", "url", "http://sparse/"), SUBMIT);
        assertThat(actions)
                .containsExactly(
                        "goto('http://sparse/')",
                        "scroll(0, 500)",
                        "scroll(0, 500)",
                        "scroll(0, 500)",
                        "send_msg_to_user('42')");
        assertThat(asked).hasSize(2);
        assertThat(prompt(1)).contains("STEP 5 of 15");
    }

    @Test
    void autoScrollIsASetting() {
        run(Map.of("auto_scrolls", "0"), 15, act("navigate_to_url", "url", "http://sparse/"), SUBMIT);
        assertThat(actions).doesNotContain("scroll(0, 500)");
    }

    @Test
    void urgencyBeginsAtStepTwelveAndTheLastStepSubmitsWhatThereIs() {
        Rollout rollout = run(Map.of(), 99, act("scroll_page", "direction", "down"));
        assertThat(asked).hasSize(15);
        assertThat(prompt(10)).doesNotContain("submit_answer now");
        assertThat(prompt(11)).contains("Use submit_answer now");
        assertThat(prompt(14)).contains("This is the last step.");
        assertThat(actions.getLast()).isEqualTo("send_msg_to_user('Thinking.')");
        assertThat(rollout.finalResponse()).isEqualTo("Thinking.");
        assertThat(rollout.turns().getLast().info()).containsEntry("forced", true);
    }

    @Test
    void withoutForceTheStepsJustEnd() {
        Rollout rollout =
                run(Map.of("force_submit", "off", "urgency_step", "0"), 4, act("scroll_page", "direction", "down"));
        assertThat(rollout.turns()).hasSize(4);
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.MAX_TURNS);
        assertThat(rollout.finalResponse()).isEmpty();
        assertThat(prompt(3)).doesNotContain("last step", "submit_answer now");
    }

    @Test
    void unreadableReplyIsToldAndCostsAStep() {
        Rollout rollout = run(Map.of(), 15, "hm", SUBMIT);
        assertThat(actions.getFirst()).isEqualTo("noop(0)");
        assertThat(prompt(1)).contains("PROBLEM with your last action: there is no line 'ACTION: name'");
        assertThat(rollout.turns().getFirst().info()).containsKey(TurnInfo.PARSE_ERROR);
    }

    @Test
    void conversationGoesOnWithoutOldPages() {
        run(
                Map.of(),
                15,
                act("navigate_to_url", "url", "http://long/"),
                act("scroll_page", "direction", "down"),
                SUBMIT);
        List<Message> last = asked.getLast();
        assertThat(last.stream().map(Message::role))
                .containsExactly("system", "user", "assistant", "user", "assistant", "user");
        assertThat(last.get(3).text()).isEqualTo("STEP 2 of 15\nPAGE http://long/ (no longer shown)");
    }

    @Test
    void withoutResumeThoughtsAreTheMemory() {
        run(Map.of("resume", "off"), 15, act("scroll_page", "direction", "down"), SUBMIT);
        assertThat(asked.getLast()).hasSize(2);
        assertThat(prompt(1)).contains("YOUR NOTES\nThinking.");
        asked.clear();
        run(Map.of("resume", "off", "think_trace", "off"), 15, act("scroll_page", "direction", "down"), SUBMIT);
        assertThat(prompt(1)).doesNotContain("YOUR NOTES");
    }

    @Test
    void hintsOfTheEnvironmentGiveWayToSettings() {
        hints.put("search_url", "http://engine/?q=");
        hints.put("weather_api", "http://weather/v1");
        run(Map.of(), 15, act("search_google", "query", "x"), SUBMIT);
        assertThat(actions.getFirst()).isEqualTo("goto('http://engine/?q=x')");
        assertThat(asked.getFirst().getFirst().text()).contains("http://weather/v1?latitude=LAT");
        actions.clear();
        run(Map.of("search_url", "http://mine/?q="), 15, act("search_google", "query", "x"), SUBMIT);
        assertThat(actions.getFirst()).isEqualTo("goto('http://mine/?q=x')");
    }

    @Test
    void everySectionCanBeSwitched() {
        String all = system(Map.of());
        assertThat(all)
                .contains("## Answer format", "## Direct api", "## Per year", "timezone=auto, so that", "fetch_json {");
        String none = system(Map.of("sections", "none"));
        assertThat(none)
                .contains("ACTION: name", "submit_answer")
                .doesNotContain("## Answer", "fetch_json", "## Weather");
        assertThat(system(Map.of("sections", "weather,per_year", "section.weather", "off", "section.timezone", "on")))
                .contains("## Per year", "## Timezone")
                .doesNotContain("## Weather");
        assertThat(system(Map.of("own_section", "## Timezone\nWeather data: always pass timezone=PST.\n")))
                .endsWith("\n\n## Timezone\nWeather data: always pass timezone=PST.");
    }

    @Test
    void sectionsOfTheUserStandInThePlaceOfThoseThatComeAlong() {
        PromptSections mine = PromptSections.ofTexts(Map.of(
                "10-task.md", "Answer in {max_steps} steps. Search at {search_url}.", "20-mine.md", "Use {{words}}."));
        run(Map.of("prompt", mine.setting()), 9, act("fetch_json", "url", "http://data/"), SUBMIT);
        assertThat(asked.getFirst().getFirst().text())
                .isEqualTo("Answer in 9 steps. Search at https://www.google.com/search?q=.\n\nUse {words}.");
        assertThat(prompt(1)).as("a section that is not there offers no action").contains("no action 'fetch_json'");
        assertThat(system(Map.of("prompt", mine.setting(), "sections", "none")))
                .startsWith("Answer in 15")
                .doesNotContain("words");
        assertThat(system(Map.of("prompt", ResearchInstructions.usual().setting())))
                .isEqualTo(system(Map.of()));
    }

    @Test
    void sectionsOfTheUserAreCheckedBeforeAnythingRuns() {
        PromptSections wrong = PromptSections.ofTexts(Map.of("10-task.md", "First\nAsk {weather_ap}."));
        assertThatThrownBy(() ->
                        AgentCatalogue.create(Registry.discover(), "web-research", Map.of("prompt", wrong.setting())))
                .hasMessageContainingAll("10-task.md:2", "{weather_api}", "{search_url}");
        PromptSections few = PromptSections.ofTexts(Map.of("10-task.md", "Go."));
        assertThatThrownBy(() -> system(Map.of("prompt", few.setting(), "section.weather", "on")))
                .hasMessageContaining("there is no section 'weather'");
        assertThat(system(Map.of("prompt", few.setting(), "section.weather", "off")))
                .isEqualTo("Go.");
    }

    @Test
    void theSectionsThatComeAlongAreNamedByTheirSettings() {
        assertThat(ResearchInstructions.usual().names())
                .containsAll(Section.words())
                .hasSize(Section.values().length + 2);
        ResearchInstructions.usual().check(ResearchInstructions.PLACEHOLDERS);
    }

    private static String system(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>();
        WebResearchPlugin.provider().settings().forEach(one -> all.put(one.name(), one.fallback()));
        all.putAll(settings);
        return ResearchSettings.of(new AgentSettings(all))
                .sections()
                .text(Map.of("weather_api", "http://api", "search_url", "http://s?q=", "max_steps", "15"));
    }

    @Test
    void wrongSettingsAreRefusedByName() {
        assertThatThrownBy(
                        () -> AgentCatalogue.create(Registry.discover(), "web-research", Map.of("sections", "wether")))
                .hasMessageContaining("there is no section 'wether'; did you mean 'weather'?");
        assertThatThrownBy(
                        () -> AgentCatalogue.create(Registry.discover(), "web-research", Map.of("axtree_limit", "0")))
                .hasMessageContaining("axtree_limit");
    }
}
