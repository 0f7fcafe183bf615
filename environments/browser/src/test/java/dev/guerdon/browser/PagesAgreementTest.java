package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserSettings.Extras;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.AxTreeOptions.AxTreeProfile;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.view.BrowserObservation;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The observations of recorded pages, as BrowserGym saw them.
 *
 * <p>On every version of Chromium: addresses, titles, focus, goal, chat, the size of the picture and which elements are marked.
 * On the recorded version also every line of text and every box.
 */
class PagesAgreementTest {

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static PageServer server;

    @BeforeAll
    static void serve() throws IOException {
        Chromium.require();
        server = new PageServer();
    }

    @AfterAll
    static void end() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    static Stream<Arguments> pages() {
        return Vectors.lines("pages.jsonl.gz").stream()
                .map(row -> arguments(row.get("id").asString(), row));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void theObservationOfAPageIsTheRecordedOne(String id, Json row) {
        Chromium.require();
        BrowserSettings settings = BrowserSettings.standard()
                .withTagsToMark(row.get("tags_to_mark").asString())
                .withExtras(new Extras(true, false, Set.of()));
        String start = server.here(row.get("start_url").asString());
        try (BrowserEnvironment environment =
                new BrowserEnvironment(task -> new OpenEndedTask(start, "dummy goal"), settings)) {
            environment.reset(Task.of(id, "", Map.of()));
            row.find("settle_action").ifPresent(action -> environment.step(action.asString()));
            BrowserObservation observation = environment.lastObservation().orElseThrow();
            Json recorded = row.get("obs");

            assertThat(observation.view().url()).isEqualTo(here(recorded.get("url")));
            assertThat(observation.tabs().urls())
                    .isEqualTo(recorded.get("open_pages_urls").asList().stream()
                            .map(PagesAgreementTest::here)
                            .toList());
            assertThat(observation.tabs().titles())
                    .isEqualTo(recorded.get("open_pages_titles").value());
            assertThat(observation.tabs().active())
                    .isEqualTo(recorded.get("active_page_index").asInt());
            assertThat(observation.view().focusedBid())
                    .isEqualTo(recorded.get("focused_element_bid").asString());
            assertThat(observation.goalText()).isEqualTo(recorded.get("goal").asString());
            assertThat(observation.goal()).isEqualTo(recorded.get("goal_object").value());
            assertThat(chat(observation))
                    .isEqualTo(recorded.get("chat_messages").value());
            BrowserObservation.Screenshot picture = observation.view().screenshot();
            assertThat(picture).isNotNull();
            assertThat(List.of(picture.height(), picture.width(), 3))
                    .isEqualTo(recorded.get("screenshot_shape").value());
            Map<String, ElementProperties> properties = ElementProperties.read(row.get("extra_element_properties"));
            assertThat(observation.view().properties().keySet()).isEqualTo(properties.keySet());
            if (Chromium.isRecorded(row.get("browser_version").asString())) {
                compareText(row, observation);
                assertThat(observation.view().properties()).isEqualTo(properties);
            }
        }
    }

    /** What one version of Chromium shows and the next one may show differently. */
    private static void compareText(Json row, BrowserObservation observation) {
        assertThat(observation.view().axTreeText()).isEqualTo(here(row.get("pinned4")));
        assertThat(text(observation, AxTreeOptions.of(AxTreeProfile.RAW)))
                .isEqualTo(here(row.get("axtree_txt").get("default")));
        assertThat(text(observation, AxTreeOptions.of(AxTreeProfile.RAW).changed("with_visible,with_clickable")))
                .isEqualTo(here(row.get("axtree_txt").get("visible_clickable")));
    }

    private static String text(BrowserObservation observation, AxTreeOptions options) {
        return AxTreeText.flatten(
                observation.view().axTree(), observation.view().properties(), options);
    }

    private static String here(Json recorded) {
        return server.here(recorded.asString());
    }

    private static List<Map<String, @Nullable Object>> chat(BrowserObservation observation) {
        return observation.chat().stream()
                .map(said -> {
                    Map<String, @Nullable Object> plain = new LinkedHashMap<>(said.plain());
                    plain.remove("timestamp");
                    return plain;
                })
                .toList();
    }
}
