package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.AxTreeOptions.AxTreeProfile;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.view.BrowserObservation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Recorded episodes, played again action by action: what each step shows and says, several episodes at a time. */
class StepsAgreementTest {

    private static final int AT_ONCE = 6;

    /** BrowserGym's text without the rule for closed menus. */
    private static final AxTreeOptions PINNED =
            AxTreeOptions.of(AxTreeProfile.PINNED).changed("ignored_roles=LineBreak|InlineTextBox");

    /** What every version of Chromium does in the same way. */
    private static final List<String> ALWAYS = List.of(
            "url",
            "open_pages_urls",
            "open_pages_titles",
            "active_page_index",
            "focused_element_bid",
            "error_first_line",
            "action_exec_timeout",
            "goal",
            "task_info",
            "chat_messages",
            "reward",
            "terminated",
            "truncated");

    /** What one version shows and the next one may show differently. */
    private static final List<String> TEXT = List.of("axtree_txt", "pinned");

    private static final int MOST_AGAIN = 4;

    /** How much longer an element may take to answer where an episode is played again. */
    private static final int PATIENCE = 10;

    @Test
    void everyStepOfTheRecordedEpisodesComesOutTheSame() throws Exception {
        Chromium.require();
        List<Json> episodes = Vectors.lines("steps.jsonl.gz");
        List<String> differences = new ArrayList<>();
        try (PageServer server = new PageServer();
                ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<List<String>>> plays = new ArrayList<>();
            episodes.forEach(episode -> plays.add(() -> play(server, episode, 1)));
            List<Future<List<String>>> played = threads.invokeAll(plays);
            for (int i = 0; i < episodes.size(); i++) {
                differences.addAll(alone(server, episodes.get(i), played.get(i).get()));
            }
        }
        assertThat(differences).isEmpty();
    }

    /**
     * Plays an episode that came out differently again, alone, and with patience where no recorded step ran out of time: an element has
     * half a second to answer, which is too short on a busy machine. What is wrong stays wrong.
     */
    private static List<String> alone(PageServer server, Json episode, List<String> before) throws IOException {
        List<String> differences = before;
        int patience = String.valueOf(episode.value()).contains("Timeout") ? 1 : PATIENCE;
        for (int again = 0; again < MOST_AGAIN && !differences.isEmpty(); again++) {
            differences = play(server, episode, patience);
        }
        return differences;
    }

    private static List<String> play(PageServer server, Json episode, int patience) throws IOException {
        List<String> differences = new ArrayList<>();
        String id = episode.get("id").asString();
        try (BrowserEnvironment environment =
                new BrowserEnvironment(task -> task(server, episode), settings(episode, patience))) {
            Step step = environment.reset(Task.of(id, "", Map.of()));
            Replay replay = new Replay(server, environment, fields(episode), differences);
            replay.compare(id + " at reset", episode.get("initial"), step);
            int number = 0;
            int said = environment.lastObservation().orElseThrow().chat().size();
            for (Json recorded : episode.get("steps").asList()) {
                said = hear(environment, recorded, said);
                String action = server.here(recorded.get("action").asString());
                step = environment.step(action);
                replay.compare(id + " #" + number + " " + action, recorded, step);
                number++;
            }
        }
        return differences;
    }

    private static List<String> fields(Json episode) {
        return Chromium.isRecorded(episode.get("browser_version").asString())
                ? Stream.concat(ALWAYS.stream(), TEXT.stream()).toList()
                : ALWAYS;
    }

    /** What the user said before this step, when the episode was recorded. */
    private static int hear(BrowserEnvironment environment, Json recorded, int said) {
        List<Json> chat = recorded.get("chat_messages").asList();
        boolean fromTask = environment.lastObservation().orElseThrow().goal().size() > 1;
        for (Json message : chat.subList(Math.min(said, chat.size()), chat.size())) {
            if (!fromTask && message.asList().getFirst().asString().equals(ChatMessage.USER)) {
                environment.userSays(message.asList().getLast().asString());
            }
        }
        return chat.size();
    }

    private static BrowserTask task(PageServer server, Json episode) {
        String start = server.here(episode.get("start_url").asString());
        if (episode.get("task").asString().equals("openended")) {
            return new OpenEndedTask(
                    start, episode.find("goal").map(Json::asString).orElse(""));
        }
        return new ScoredTask(
                start,
                episode.find("goal").map(Json::asList).orElse(List.of()).stream()
                        .map(Json::asMap)
                        .toList());
    }

    private static BrowserSettings settings(Json episode, int patience) {
        Json set = episode.get("action_set");
        Json options = episode.get("env");
        BrowserSettings standard = BrowserSettings.standard();
        return standard.withAxTree(AxTreeOptions.of(AxTreeProfile.RAW))
                .withTagsToMark(options.find("tags_to_mark").map(Json::asString).orElse("standard_html"))
                .withActions(ActionSet.of(set.get("subsets").asList().stream()
                                .map(Json::asString)
                                .toList())
                        .withMultiaction(set.get("multiaction").asBoolean())
                        .withStrict(set.get("strict").asBoolean())
                        .withRetryWithForce(set.get("retry_with_force").asBoolean()))
                .withNeeds(needs -> needs.withTimeoutMillis(
                        patience * options.get("timeout").asDouble()))
                .withLimits(standard.limits.withSteps(
                        episode.find("max_episode_steps").map(Json::asInt).orElse(0)))
                .withUploads(Vectors.folder().toAbsolutePath());
    }

    /** An episode under way. */
    private record Replay(
            PageServer server, BrowserEnvironment environment, List<String> fields, List<String> differences) {

        void compare(String where, Json recorded, Step step) {
            if (where.equals("js_render at reset")) {
                return; // The page was still rendering when it was recorded.
            }
            Map<String, @Nullable Object> shown =
                    new LinkedHashMap<>(step.observation().attributes());
            shown.put("reward", step.reward());
            shown.put(
                    "error_first_line",
                    String.valueOf(shown.get("last_action_error"))
                            .lines()
                            .findFirst()
                            .orElse(""));
            shown.put("action_exec_timeout", step.info().get("action_exec_timeout"));
            BrowserObservation observation = environment.lastObservation().orElseThrow();
            shown.put(
                    "pinned",
                    AxTreeText.flatten(
                            observation.view().axTree(), observation.view().properties(), PINNED));
            shown.put(
                    "chat_messages",
                    observation.chat().stream()
                            .map(message -> List.of(message.role(), message.message()))
                            .toList());
            for (String field : fields) {
                if (recorded.asMap().containsKey(field)) {
                    String expected = server.here(text(recorded.get(field).value()));
                    String found = text(shown.get(field));
                    if (!found.equals(expected)) {
                        differences.add(where + ", " + field + ": " + firstDifference(expected, found));
                    }
                }
            }
        }
    }

    private static String text(@Nullable Object value) {
        return value instanceof Number number ? String.valueOf(number.doubleValue()) : String.valueOf(value);
    }

    private static String firstDifference(String expected, String found) {
        List<String> wanted = expected.lines().toList();
        List<String> got = found.lines().toList();
        for (int i = 0; i < Math.max(wanted.size(), got.size()); i++) {
            String want = i < wanted.size() ? wanted.get(i) : "nothing";
            String have = i < got.size() ? got.get(i) : "nothing";
            if (!want.equals(have)) {
                return "line " + i + " should be " + want + ", is " + have;
            }
        }
        return "";
    }
}
