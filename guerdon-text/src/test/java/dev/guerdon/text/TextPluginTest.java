package dev.guerdon.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Score.Scored;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.MessageReader;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextPluginTest {

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
            assertThat(registry.rewards()).allSatisfy(reward -> {
                assertThat(reward.description()).isNotEmpty();
                Score score = scorer.score(reward, sample(reward.example()));
                assertThat(score)
                        .isInstanceOfSatisfying(
                                Scored.class,
                                scored -> assertThat(scored.result().reward()).isGreaterThan(0.0));
            });
        }
    }

    @Test
    void everyExampleOfTheGuideScoresAsItSays() throws IOException {
        Path guide = Path.of(System.getProperty("guerdon.root", ".."), "docs", "rewards", "text.md");
        String reward = "";
        double last = 0;
        int examples = 0;
        try (Scorer scorer = Scorer.create()) {
            for (String line : Files.readAllLines(guide)) {
                if (line.startsWith("**`")) {
                    reward = line.substring(3, line.indexOf('`', 3));
                } else if (line.startsWith("    {")) {
                    Score score = scorer.score(registry.reward(reward), sample(line.strip()));
                    assertThat(score).as(line).isInstanceOf(Scored.class);
                    last = ((Scored) score).result().reward();
                    assertThat(last).as(line).isGreaterThan(0.0);
                    examples++;
                } else if (line.startsWith("gives ")) {
                    assertThat(line).isEqualTo("gives " + last + ".");
                }
            }
        }
        assertThat(examples).isEqualTo(10);
    }

    private static Sample sample(String line) {
        Map<String, @Nullable Object> fields =
                new LinkedHashMap<>(JsonCodec.read(line, "the example").asMap());
        Json response = new Json(fields.remove("final_response"));
        return Sample.of(
                "example",
                response.asString(),
                MessageReader.trajectory(fields.remove("trajectory")).messages(),
                fields);
    }
}
