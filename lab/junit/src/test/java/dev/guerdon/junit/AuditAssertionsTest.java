package dev.guerdon.junit;

import static dev.guerdon.junit.AuditAssertions.assertPassesAudit;
import static dev.guerdon.junit.RewardAssertions.assertReward;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Reward;
import dev.guerdon.api.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

class AuditAssertionsTest {

    static final class Own {
        @Reward("length")
        static double length(String finalResponse) {
            return finalResponse.length();
        }
    }

    @Test
    void auditFailsARewardThatCanBeFooled() {
        List<Sample> samples = List.of(
                Sample.of("a", "", List.of(), Map.of("answer", "Lima")),
                Sample.of("b", "", List.of(), Map.of("answer", "Nile")));
        assertThatThrownBy(() -> assertPassesAudit(assertReward("length", Own.class), samples))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("length pays for nothing")
                .hasMessageContaining("empty: NaN: ");
        assertThat(assertPassesAudit(assertReward("qa_em_reward_in_one_field", One.class), samples)
                        .passed())
                .isTrue();
    }

    static final class One {
        @Reward("qa_em_reward_in_one_field")
        static boolean same(String finalResponse, String answer) {
            return finalResponse.equals(answer);
        }
    }

    @Test
    void samplesOfAFileAreAudited(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("samples.jsonl"), """
                {"id": "a", "final_response": "", "answer": "Lima"}
                {"id": "b", "final_response": "", "answer": "Nile"}
                """);
        assertThat(assertPassesAudit(assertReward("qa_em_reward_in_one_field", One.class), file)
                        .rows())
                .isNotEmpty();
        assertThatThrownBy(() -> assertPassesAudit(assertReward("length", Own.class), file))
                .hasMessageContaining("length pays for nothing");
    }
}
