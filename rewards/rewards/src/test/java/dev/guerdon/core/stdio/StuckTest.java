package dev.guerdon.core.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples that never return: what they cost, and whom. */
@Timeout(240)
class StuckTest {

    private static final String STUCK = "{\"stuck\":true}";
    private static final String FREE = "{\"stuck\":false}";

    @BeforeEach
    void hold() {
        TrialRewards.release = new CountDownLatch(1);
    }

    @AfterEach
    void release() {
        TrialRewards.release.countDown();
    }

    private static String header(String reward, String more) {
        return "{\"reward\":\"" + reward + "\"" + more + "}";
    }

    /** More stuck samples than threads, and others before, between and behind them. */
    @ParameterizedTest
    @ValueSource(strings = {"stuck_reward", "waiting_reward"})
    void stuckSamplesHoldNoOtherAndEndWhenTheyAreCancelled(String reward) throws Exception {
        String[] lines = new String[60];
        Arrays.fill(lines, FREE);
        Set<Long> stuck = Set.of(3L, 4L, 20L, 59L);
        stuck.forEach(i -> lines[i.intValue()] = STUCK);
        try (Talk talk = Talk.here().greeted()) {
            int id = talk.score(header(reward, ",\"deadline\":100000"), lines);
            Set<Long> free = new HashSet<>();
            while (free.size() < lines.length - stuck.size()) {
                EngineFrame frame = talk.next();
                assertThat((char) frame.kind()).isEqualTo('R');
                Talk.text(frame).lines().forEach(line -> {
                    Json result = JsonCodec.read(line, "");
                    assertThat(result.get("reward").asDouble()).isEqualTo(1);
                    assertThat(free.add(result.get("i").asLong())).isTrue();
                });
            }
            assertThat(free).doesNotContainAnyElementsOf(stuck);
            assertThat(talk.answer("{\"do\":\"ping\"}").asMap())
                    .as("reading goes on")
                    .isEmpty();
            assertThat(talk.results(
                            talk.score(header("qa_f1_reward", ""), "{\"final_response\":\"a b\",\"answer\":\"b\"}")))
                    .as("so does scoring")
                    .hasSize(1);
            talk.send('C', id, "");
            List<Json> rest = new ArrayList<>();
            EngineFrame frame;
            do {
                frame = talk.next();
                assertThat(frame.id()).isEqualTo(id);
                Talk.text(frame).lines().forEach(line -> rest.add(JsonCodec.read(line, "")));
            } while (frame.kind() != EngineFrame.DONE);
            assertThat(rest).hasSize(stuck.size());
            rest.forEach(each -> {
                assertThat(stuck).contains(each.get("i").asLong());
                assertThat(Talk.reason(each)).isEqualTo("CANCELLED");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stuck_reward", "waiting_reward"})
    @Tag("slow")
    void deadlineHoldsForEachSample(String reward) throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            List<Json> results =
                    talk.results(talk.score(header(reward, ",\"deadline\":3"), FREE, STUCK, FREE, STUCK, STUCK, FREE));
            assertThat(results.stream().map(each -> each.find("unscored").isPresent()))
                    .containsExactly(false, true, false, true, true, false);
            assertThat(Talk.reason(results.get(1))).isEqualTo("TIMEOUT");
            List<Json> alone = talk.results(talk.score(header(reward, ",\"deadline\":0.001"), STUCK));
            assertThat(Talk.reason(alone.getFirst())).isEqualTo("TIMEOUT");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stuck_reward", "waiting_reward"})
    @Tag("slow")
    void batchDeadlineEndsWhatIsNotDecided(String reward) throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            List<Json> results = talk.results(
                    talk.score(header(reward, ",\"deadline\":100000,\"batch_deadline\":3"), STUCK, FREE, STUCK, STUCK));
            assertThat(results.stream().filter(each -> each.find("unscored").isPresent()))
                    .hasSize(3)
                    .allSatisfy(each -> {
                        assertThat(Talk.reason(each)).isEqualTo("TIMEOUT");
                        assertThat(each.get("unscored").get("message").asString())
                                .contains("batch");
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stuck_reward", "waiting_reward"})
    void cancelledBatchMakesNoMoreCalls(String reward) throws Exception {
        String[] lines = new String[2000];
        Arrays.fill(lines, STUCK);
        try (Talk talk = Talk.here().greeted()) {
            int id = talk.score(header(reward, ",\"deadline\":100000"), lines);
            talk.send('C', id, "");
            assertThat(talk.results(id))
                    .hasSize(lines.length)
                    .allSatisfy(each -> assertThat(Talk.reason(each)).isEqualTo("CANCELLED"));
            talk.send('C', id, ""); // not in flight any more: nothing
            talk.send('C', 12345, "");
            assertThat(talk.answer("{\"do\":\"ping\"}").asMap()).isEmpty();
        }
    }
}
