package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.TrickPage;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every reward against every trick. */
class TrickPageTest {

    private static final String PAGE = "docs/rewards/tricks.md";

    /** Guerdon's own rewards for one answer. The page says what else they pay for: the last of several, and repetition. */
    private static final String[] JUDGES = {
        "choice_reward",
        "gsm8k_reward",
        "includes_reward",
        "match_reward",
        "math_string_equal_reward_tool",
        "reasoning_gym_reward",
        "search_r1_em_reward",
        "search_r1_subem_reward",
        "tau_reward"
    };

    private static TrickPage tried(String... rewards) {
        Registry registry = Registry.discover(TrickPageTest.class.getClassLoader());
        List<RewardEntry> entries = new ArrayList<>();
        for (String reward : rewards) {
            entries.add(registry.reward(reward));
        }
        try (Scorer scorer =
                Scorer.builder().threads(1).deadline(Duration.ofSeconds(10)).build()) {
            return TrickPage.of(entries, scorer);
        }
    }

    @Test
    void thePageIsTrue() throws IOException {
        assertThat(Files.readString(Checkout.REAL.resolve(PAGE)))
                .as("./guerdon audit --tricks > " + PAGE + " makes the page again; see first what changed")
                .isEqualTo(Cli.run("audit", "--tricks").out());
    }

    @Test
    void repairedRewardsPayForNoAnswerThatWasNotGiven() {
        TrickPage page = tried(JUDGES);

        assertThat(page.tricks()).isGreaterThanOrEqualTo(120);
        assertThat(page.groups().values().stream().flatMap(List::stream)).doesNotHaveDuplicates();
        assertThat(page.paid())
                .hasSameSizeAs(JUDGES)
                .allSatisfy((reward, tricks) -> assertThat(tricks)
                        .noneMatch(trick ->
                                trick.matches("(?s)(empty|form|guess|injected|hedged|denied|thought|tool): .*")));
        assertThat(page.refused())
                .allSatisfy((reward, answers) -> assertThat(answers).hasSizeLessThan(5));
    }

    @Test
    void theTricksFindTheDefectsOfTheOriginals() {
        Map<String, List<String>> paid = tried(
                        "open_r1:reasoning_steps_reward",
                        "open_r1:format_reward",
                        "trl:think_format_reward",
                        "verl:search_r1_subem",
                        "inspect:match",
                        "agentfly:qa_f1_reward_tool")
                .paid();

        assertThat(paid.get("open_r1:reasoning_steps_reward")).contains("form: Finally,Finally,Finally,Finally,");
        assertThat(paid.get("open_r1:format_reward")).anyMatch(trick -> trick.startsWith("form: <think>"));
        assertThat(paid.get("trl:think_format_reward")).contains("form: <think></think><answer></answer>");
        assertThat(paid.get("verl:search_r1_subem")).contains("inside: INSIDE", "several: OTHER or GOLD");
        assertThat(paid.get("inspect:match")).contains("denied: The answer is not GOLD");
        assertThat(paid.get("agentfly:qa_f1_reward_tool")).contains("tool: Error: unknown tool nope");
    }
}
