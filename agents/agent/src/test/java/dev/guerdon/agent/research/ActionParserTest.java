package dev.guerdon.agent.research;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionParserTest {

    static Stream<Arguments> slips() {
        return Stream.of(
                slip("ACTION: search_google\nPARAMS: {\"query\": \"a b\"}", "search_google", "a b"),
                slip("I think.\n\nAction: Search Google\nParams: {\"query\": \"a\"}", "search_google", "a"),
                slip("**ACTION:** `search_google`\n**PARAMS:** {\"query\": \"a\"}", "search_google", "a"),
                slip("```\nACTION: search_google\nPARAMS: {\"query\": \"a\"}\n```", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS:\n```json\n{\"query\": \"a\"}\n```", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS: {'query': 'it's here'}", "search_google", "it's here"),
                slip("ACTION: search_google\nPARAMS: {\u201cquery\u201d: \u201ca\u201d}", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS: {\"query\": \"a\",}", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS: {query: \"a\"}", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS: {\"query\": \"a\"", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS: {\"query\": \"a b", "search_google", "a b"),
                slip("ACTION: search_google\nPARAMS: \"query\": \"a\"", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS: {\"q\": \"a\"}", "search_google", "a"),
                slip("ACTION: search_google\nPARAMS: rain in spring", "search_google", "rain in spring"),
                slip("ACTION: search_google({\"query\": \"a\"})", "search_google", "a"),
                slip("ACTION: search_google {\"query\": \"a\"}", "search_google", "a"),
                slip("ACTION: searchGoogle\nPARAMETERS: {\"query\": \"a\"}", "search_google", "a"),
                slip(
                        "ACTION: goto\nPARAMS: {\"url\": \"https://x.org/?a=b\"}",
                        "navigate_to_url",
                        "https://x.org/?a=b"),
                slip(
                        "ACTION: NAVIGATE_TO_URL\nPARAMS: {\"link\": \"https://x.org\"}",
                        "navigate_to_url",
                        "https://x.org"),
                slip("ACTION: click\nPARAMS: {\"bid\": 12}", "click_link", "12"),
                slip("ACTION: click_link\nPARAMS: {\"bid\": \"[a12]\"}", "click_link", "a12"),
                slip("ACTION: click_link\nPARAMS: 12", "click_link", "12"),
                slip("ACTION: scroll_page\nPARAMS: {\"direction\": \"UP\"}", "scroll_page", "up"),
                slip("ACTION: scroll_down", "scroll_page", "down"),
                slip("ACTION: scroll_page\nPARAMS: {}", "scroll_page", "down"),
                slip(
                        "ACTION: fetch\nPARAMS: {\"url\": \"https://x.org/a.json\"}",
                        "fetch_json",
                        "https://x.org/a.json"),
                slip("ACTION: submit_answer\nPARAMS: {\"answer\": 14.2}", "submit_answer", "14.2"),
                slip("ACTION: submit_answer\nPARAMS: {\"answer\": \"a\\nb\"}", "submit_answer", "a\nb"),
                slip("ACTION: submit_answer\nPARAMS: {\"answer\": [\"a\", \"b\"]}", "submit_answer", "[\"a\",\"b\"]"),
                slip(
                        "ACTION: submit_answer\nPARAMS: {\"answer\": {\"day\": \"x\", \"mm\": 1.5, \"n\": 3}}",
                        "submit_answer",
                        "{\"day\":\"x\",\"mm\":1.5,\"n\":3}"),
                slip("ACTION: submit_answer\nPARAMS: {\"params\": {\"answer\": \"x\"}}", "submit_answer", "x"),
                slip("ACTION: final_answer\nPARAMS: {\"answer\": \"\"}", "submit_answer", ""));
    }

    private static Arguments slip(String reply, String name, String value) {
        return Arguments.of(reply, name, value);
    }

    @ParameterizedTest
    @MethodSource("slips")
    void commonSlipsAreMended(String reply, String name, String value) {
        ActionParser.Reading reading = ActionParser.read(reply);
        assertThat(reading.problem()).isEmpty();
        assertThat(reading.action())
                .hasValueSatisfying(action -> assertThat(action.kind().word()).isEqualTo(name))
                .hasValueSatisfying(action -> assertThat(action.value()).isEqualTo(value));
    }

    @Test
    void thoughtIsWhatStandsBeforeTheAction() {
        assertThat(ActionParser.read("<think>First\nthis.</think>\nACTION: scroll_page\nPARAMS: {}")
                        .thought())
                .isEqualTo("First\nthis.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "I do not know.",
                "ACTION: \nPARAMS: {}",
                "ACTION: search_google\nPARAMS: {}",
                "ACTION: click_link\nPARAMS: {\"bid\": \"the first link\"}",
                "ACTION: navigate_to_url",
                "ACTION: submit_answer",
                "ACTION: submit_answer\nPARAMS: {}",
                "ACTION: submit_answer\nPARAMS: {\"answer\": null}",
                "ACTION: submit_answer\nACTION: submit_answer"
            })
    void whatCannotBeReadSaysWhatIsMissing(String reply) {
        assertThat(ActionParser.read(reply).action()).isEmpty();
        assertThat(ActionParser.read(reply).problem()).isNotBlank();
    }

    @Test
    void unknownActionGetsTheNamesOfAll() {
        assertThat(ActionParser.read("ACTION: submit_anwser\nPARAMS: {}").problem())
                .isEqualTo("there is no action 'submit_anwser'; did you mean 'submit_answer'? The actions are:"
                        + " search_google, navigate_to_url, fetch_json, scroll_page, click_link, submit_answer");
    }

    @Test
    @Timeout(20)
    void hostileRepliesAreReadInLittleTime() {
        String deep = "ACTION: submit_answer\nPARAMS: " + "{\"a\":[".repeat(40_000);
        assertThat(ActionParser.read(deep).thought()).isEmpty();
        assertThat(ActionParser.read("ACTION: " + " ".repeat(200_000)).action()).isEmpty();
        assertThat(ActionParser.read("ACTION: scroll_page\n" + " ".repeat(90_000))
                        .action())
                .isPresent();
        assertThat(ActionParser.read("ACTION: scroll_page" + "-".repeat(90_000) + "x")
                        .action())
                .isEmpty();
        assertThat(ActionParser.read("ACTION: " + "a_".repeat(45_000)).problem())
                .hasSizeLessThan(300);
        assertThat(ActionParser.read("ACTION:\t".repeat(50_000)).action()).isEmpty();
        Random random = new Random(3);
        String pieces = "ACTION: PARAMS:{}[]\"'\u201c,=\\`\n search_google submit_answer ur1";
        long start = System.nanoTime();
        for (int i = 0; i < 5_000; i++) {
            StringBuilder reply = new StringBuilder("ACTION: submit_answer\nPARAMS: ");
            for (int n = random.nextInt(80); n > 0; n--) {
                reply.append(pieces.charAt(random.nextInt(pieces.length())));
            }
            assertThat(ActionParser.read(reply.toString())).isNotNull();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }
}
