package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Score.Scored;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextPluginTest {

    /** The rewards whose examples are answers that earn something; those of others say what costs. */
    private static final Pattern TEXT = Pattern.compile("\\.(QaRewards|AnswerRewards|Readability)\\.");

    private final Registry registry = Registry.discover();

    @Test
    void registersEveryReward() {
        assertThat(registry.rewards())
                .extracting(RewardEntry::name)
                .contains(
                        "qa_f1_reward",
                        "qa_f1_reward_tool",
                        "agentfly:qa_f1_reward_tool",
                        "qa_em_reward",
                        "qa_em_format_reward",
                        "qa_em_reward_tool_call",
                        "ok_vqa_reward",
                        "infoseek_reward",
                        "assistantbench_reward",
                        "answer_similarity_reward");
    }

    @Test
    void everyExampleScoresAboveZeroAndIsDescribed() {
        try (Scorer scorer = Scorer.create()) {
            assertThat(registry.rewards())
                    .filteredOn(reward -> TEXT.matcher(reward.toString()).find())
                    .hasSizeGreaterThan(9)
                    .allSatisfy(reward -> {
                        assertThat(reward.description()).isNotEmpty();
                        Score score = scorer.score(reward, sample(reward.example()));
                        assertThat(score)
                                .isInstanceOfSatisfying(
                                        Scored.class,
                                        scored -> assertThat(scored.result().reward())
                                                .isGreaterThan(0.0));
                    });
        }
    }

    private static Sample sample(String line) {
        Map<String, @Nullable Object> fields =
                new LinkedHashMap<>(JsonCodec.read(line, "the example").asMap());
        Object response = fields.remove("final_response"); // Some rewards look at the trajectory alone.
        return Sample.of(
                "example",
                response instanceof String text ? text : "",
                MessageReader.trajectory(fields.remove("trajectory")).messages(),
                fields);
    }
}
