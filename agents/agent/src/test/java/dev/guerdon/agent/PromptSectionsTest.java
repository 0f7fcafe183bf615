package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.api.agent.PromptSections.Section;
import dev.guerdon.core.Registry;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptSectionsTest {

    private static final PromptSections TWO =
            PromptSections.ofTexts(Map.of("20-answer-format.md", "Be brief.\n", "10-task.md", "Do {what}."));

    @Test
    void sectionsStandInTheOrderOfTheirFiles() {
        assertThat(TWO.names()).containsExactly("task", "answer_format");
        assertThat(TWO.text()).isEqualTo("Do {what}.\n\nBe brief.");
        assertThat(TWO.find("answer_format")).contains(new Section("20-answer-format.md", "Be brief."));
    }

    @Test
    void aSettingHoldsAllOfIt() {
        assertThat(PromptSections.ofSetting(TWO.setting())).isEqualTo(TWO);
        assertThat(PromptSections.ofSetting(" ")).isEqualTo(PromptSections.NONE);
        assertThat(PromptSections.NONE.setting()).isEmpty();
        for (String wrong : new String[] {"my-prompt", "[1]", "{\"10-a.md\": 7}", "{\"10-a.md\": null}"}) {
            assertThatThrownBy(() -> PromptSections.ofSetting(wrong)).hasMessageContaining("--prompt DIR");
        }
    }

    @Test
    void theDigestTellsTextsAndNamesAndNothingElse() {
        assertThat(TWO.digest()).startsWith("sha256:").hasSize(7 + 64);
        assertThat(PromptSections.ofTexts(new TreeMap<>(TWO.texts())).digest()).isEqualTo(TWO.digest());
        assertThat(PromptSections.ofTexts(
                                Map.of("20-answer-format.md", "\uFEFFBe brief.\r\n", "10-task.md", "Do {what}."))
                        .digest())
                .as("another editor's line ends")
                .isEqualTo(TWO.digest());
        assertThat(TWO.with(new Section("10-task.md", "Do  {what}.")).digest()).isNotEqualTo(TWO.digest());
        assertThat(TWO.without("task").digest()).isNotEqualTo(TWO.digest());
    }

    @Test
    void changesGiveCopies() {
        PromptSections more = TWO.with(new Section("15-mine.txt", "Mine.")).with(new Section("12-task.md", "Other."));
        assertThat(more.texts())
                .containsExactly(
                        Map.entry("12-task.md", "Other."),
                        Map.entry("15-mine.txt", "Mine."),
                        Map.entry("20-answer-format.md", "Be brief."));
        assertThat(more.without("mine").without("nobody").names()).containsExactly("task", "answer_format");
        assertThat(TWO.names()).hasSize(2);
    }

    @Test
    void placeholdersAreFilledInOnceAndBracesCanBeWritten() {
        PromptSections prompt = PromptSections.ofTexts(
                Map.of("1-a.md", "{what} {\"query\": \"{what}\"} {{what}} {What} { what } {} \\boxed{7} $1"));
        assertThat(prompt.text(Map.of("what", "{what} $1 \\")))
                .isEqualTo("{what} $1 \\ {\"query\": \"{what} $1 \\\"} {what} {What} { what } {} \\boxed{7} $1");
    }

    @Test
    void anUnknownPlaceholderIsToldWithFileAndLine() {
        PromptSections prompt = PromptSections.ofTexts(Map.of("30-weather.md", "# Weather\n\nAsk {wether_api} now."));
        assertThatThrownBy(() -> prompt.check(Set.of("weather_api", "max_steps")))
                .hasMessageContainingAll(
                        "30-weather.md:3: there is no placeholder {wether_api}",
                        "There are: {max_steps}, {weather_api}.",
                        "Write {{wether_api}} for the text {wether_api} itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.doc", ".md", "..md", "a/b.md", "../a.md", "a b.md", "ä.md", "-a.md", "a.MD"})
    void filesThatAreNoSectionsAreRefused(String file) {
        assertThatThrownBy(() -> new Section(file, "x")).hasMessageContainingAll(file, "30-answer_format.md");
    }

    @Test
    void whatIsNoSectionOfAPromptIsRefused() {
        assertThatThrownBy(() -> new Section("1-a.md", " \n")).hasMessageContainingAll("1-a.md is empty", "remove");
        assertThatThrownBy(() -> new Section("1-a.md", "x\ny\u0000"))
                .hasMessage("1-a.md:2: expected text, found the control character U+0000");
        assertThatThrownBy(() -> new Section("1-a.md", "x".repeat(PromptSections.LONGEST + 1)))
                .hasMessageContaining("100001 characters; at most 100000");
        assertThatThrownBy(() -> PromptSections.ofTexts(Map.of("1-weather.md", "x", "20_weather.txt", "y")))
                .hasMessageContaining("the files 1-weather.md and 20_weather.txt are both the section 'weather'");
        Map<String, String> many = new TreeMap<>();
        for (int i = 0; i < 5; i++) {
            many.put(i + "-s" + i + ".md", "x".repeat(90_000));
        }
        assertThatThrownBy(() -> PromptSections.ofTexts(many)).hasMessageContaining("at most 400000 characters");
        Map<String, String> files = new TreeMap<>();
        for (int i = 0; i <= PromptSections.MOST; i++) {
            files.put("s" + i + ".md", "x");
        }
        assertThatThrownBy(() -> PromptSections.ofTexts(files)).hasMessageContaining("at most 100 sections, found 101");
    }

    @Test
    void loopAgentsTakeSectionsInThePlaceOfTheirSystemPrompt() {
        Registry registry = Registry.discover();
        assertThat(AgentCatalogue.prompt(registry, "tools", Map.of())).isEqualTo(PromptSections.NONE);
        assertThat(AgentCatalogue.prompt(registry, "react", Map.of("system", "Be brief. "))
                        .texts())
                .containsExactly(Map.entry("10-system.md", "Be brief."));
        assertThat(AgentCatalogue.prompt(registry, "lines", Map.of("system", "Be brief.", "prompt", TWO.setting())))
                .isEqualTo(TWO);
        assertThat(AgentCatalogue.prompt(registry, "tags", Map.of("system", "x".repeat(200_000))))
                .as("too long for a section, and allowed all the same")
                .isEqualTo(PromptSections.NONE);
        assertThatThrownBy(() -> AgentCatalogue.prompt(registry, "tools", Map.of("promt", "x")))
                .hasMessageContaining("did you mean 'prompt'?");
    }
}
