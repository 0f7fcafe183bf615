package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.cli.Checkout;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Audit;
import dev.guerdon.lab.Audit.AuditReport;
import dev.guerdon.lab.probe.AuditPolicies.FamilyTricks;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tricks of the families, on each reward that judges an answer or a form, with its own example as the task. */
class FamilyTricksTest {

    private static final List<String> FAMILIES =
            List.of("answer matching", "formats", "math answers", "multiple choice", "question answering");

    private static final String PAGE = "docs/rewards/tricks.md";

    private final Registry registry = Registry.discover(FamilyTricksTest.class.getClassLoader());

    /** What is no trick for a reward, since it judges something else; the page says why. */
    private static final Map<String, List<String>> DESERVED = Map.of(
            "choice_reward", List.of("gold last of many answers"),
            "includes_reward", List.of("gold last of many answers"),
            "math_equal_reward", List.of("gold last of many answers"),
            "reasoning_gym_reward", List.of("gold last of many answers"),
            "think_format_reward", List.of("second answer block", "text after the blocks"));

    /** These pay for each word or tag that is right. */
    private static final List<String> GRADED =
            List.of("qa_f1_reward", "ok_vqa_reward", "infoseek_reward", "tag_count_reward");

    @Test
    void repairedRewardsPayForNoTrick() {
        Map<String, List<String>> paid = paid();
        paid.keySet().removeIf(reward -> reward.contains(":") || GRADED.contains(reward));

        assertThat(paid)
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        (reward, tricks) -> assertThat(tricks).isSubsetOf(DESERVED.getOrDefault(reward, List.of())));
    }

    @Test
    void theTricksFindTheDefectsOfTheOriginals() {
        Map<String, List<String>> paid = paid();

        assertThat(paid.get("open_r1:reasoning_steps_reward")).contains("repeated marker", "marks of steps alone");
        assertThat(paid.get("open_r1:format_reward")).contains("second think block", "text after the blocks");
        assertThat(paid.get("open_r1:tag_count_reward")).contains("blocks turned round");
        assertThat(paid.get("trl:think_format_reward")).contains("empty blocks");
        assertThat(paid.get("verl:search_r1_subem")).contains("gold inside, in tags");
        assertThat(paid.get("reasoning_gym:score_answer")).contains("gold inside a number or word");
        assertThat(paid.get("inspect:includes")).contains("gold inside a number or word");
    }

    @Test
    void thePageShowsWhatEachRewardPaysFor() throws IOException {
        StringBuilder table = new StringBuilder("| reward | pays for |\n|---|---|\n");
        Map<String, List<String>> paid = paid();
        paid.values().removeIf(List::isEmpty);
        paid.forEach((reward, tricks) -> table.append("| `")
                .append(reward)
                .append("` | ")
                .append(String.join(", ", tricks))
                .append(" |\n"));

        assertThat(Files.readString(Checkout.REAL.resolve(PAGE))).contains(table + "\n");
    }

    private Map<String, List<String>> paid() {
        Map<String, List<String>> paid = new TreeMap<>();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            for (RewardEntry reward : registry.rewards()) {
                if (FAMILIES.contains(reward.family()) && reward.example().contains("final_response")) {
                    AuditReport report = new Audit(reward, scorer).run(List.of(sample(reward)), FamilyTricks.all());
                    paid.put(
                            reward.name(),
                            report.rows().stream()
                                    .filter(row -> row.mean() > 0)
                                    .map(row -> row.policy().replace("trick: ", ""))
                                    .toList());
                }
            }
        }
        return paid;
    }

    private static Sample sample(RewardEntry reward) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(
                JsonCodec.read(reward.example(), "the example").asMap());
        Json response = new Json(fields.remove("final_response"));
        fields.remove("trajectory");
        return Sample.of("example", response.isNull() ? "" : response.asString(), List.of(), fields);
    }
}
