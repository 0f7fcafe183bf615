package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.RewardResult;
import dev.guerdon.core.Registry;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ServedLinks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PlaygroundTrialTest {

    private static final String SAMPLE = "{\"final_response\":\"the Nile river\",\"answer\":\"Nile\"}";

    private final Registry registry = Registry.discover();

    private String take(String reward, String... fields) {
        Map<String, List<String>> query = new HashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            query.put(fields[i], List.of(fields[i + 1]));
        }
        return TraceRuns.html(
                new PlaygroundTrial(registry).take(new PageAddress(Map.of("reward", reward), query), TraceRuns.LINKS));
    }

    @Test
    void samplesAreScoredAsTheCommandDoes() {
        String html = take("qa_f1_reward", "what", "score", "samples", SAMPLE + "\n\n{\"final_response\":\"x\"}\n");

        assertThat(html).contains(">0.6667<", "precision", "missing field");
        assertThat(Markup.dangers(html)).isEmpty();
    }

    @Test
    void theGoldAnswerIsWrittenInOtherWays() {
        assertThat(take("qa_f1_reward", "what", "probe", "gold", "Nile", "samples", SAMPLE))
                .contains("ways to write the answer keep the reward of 1.000");
    }

    @Test
    void answersThatDeserveNothingAreTried() {
        assertThat(take("qa_f1_reward", "what", "audit", "samples", SAMPLE))
                .contains("policies that should earn nothing");
    }

    @Test
    void whatCannotBeReadIsSaid() {
        assertThat(take("qa_f1_reward", "what", "score", "samples", "{\"final_response\":\n" + SAMPLE))
                .contains("not scored", "is not JSON", ">0.6667<");
        assertThat(take("qa_f1_reward", "what", "score", "samples", "")).contains("expected from 1 to 50 samples");
        assertThat(take("qa_f1_reward", "what", "score", "samples", (SAMPLE + "\n").repeat(51)))
                .contains("found 51");
        assertThat(take("qa_f1_reward", "what", "score", "samples", SAMPLE, "options", "nonsense=1"))
                .contains("nonsense");
        assertThatThrownBy(() -> take("qa_f1_reward", "what", "launch")).isInstanceOf(PageProblem.class);
        assertThatThrownBy(() -> take("no_such_reward")).isInstanceOf(PageProblem.class);
    }

    @Test
    @Tag("slow")
    void aRewardThatHangsHoldsNobodyForEver() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        registry.reward("hangs", sample -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return RewardResult.of(0);
        });

        assertThat(take("hangs", "what", "score", "samples", "{\"final_response\":\"a\"}"))
                .contains("not scored");
        never.countDown();
    }

    @Test
    void aPageRunsNothingAndAReaderThatOnlyReadsHasNoForm() {
        registry.reward("counted", sample -> {
            throw new AssertionError("nobody asked for it");
        });
        RewardScreen screen = new RewardScreen(registry);
        PageAddress address = new PageAddress(Map.of("reward", "counted"), Map.of());

        assertThat(TraceRuns.html(screen.show(address, TraceRuns.LINKS)))
                .contains("method=\"post\"", "value=\"a-key\"");
        assertThat(TraceRuns.html(screen.show(address, new ServedLinks("", "v1", ""))))
                .contains("This viewer only reads")
                .doesNotContain("method=\"post\"");
    }

    @Test
    void allRewardsAreListedByFamily() {
        String html = TraceRuns.html(new RewardScreen(registry)
                .list(new PageAddress(Map.of(), Map.of("q", List.of("f1"))), TraceRuns.LINKS));

        assertThat(html).contains("question answering", "/rewards/qa_f1_reward").doesNotContain("webshop_reward");
        assertThat(Markup.dangers(html)).isEmpty();
    }
}
