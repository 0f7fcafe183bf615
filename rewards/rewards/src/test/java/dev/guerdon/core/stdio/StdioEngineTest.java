package dev.guerdon.core.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.EngineFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an engine answers, and what it does with clients that are wrong. */
@Timeout(240)
class StdioEngineTest {

    private static final String QA = "{\"reward\":\"qa_f1_reward\"}";
    private static final String CAT = "{\"final_response\":\"the cat\",\"answer\":\"cat\"}";

    @Test
    void helloTellsVersionAndWindow() throws Exception {
        try (Talk talk = Talk.here()) {
            talk.send('H', 0, "{\"protocol\":[1,9],\"client\":\"test/1\",\"pid\":1}");
            EngineFrame answer = talk.next();
            assertThat((char) answer.kind()).isEqualTo('H');
            assertThat(Talk.json(answer).get("protocol").asLong()).isEqualTo(1);
            assertThat(Talk.json(answer).get("window").get("bytes").asLong()).isEqualTo(64L << 20);
            assertThat(Talk.json(answer).get("window").get("requests").asLong()).isEqualTo(4096);
        }
    }

    @Test
    void clientNeedNotWaitForTheHello() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (Talk talk = Talk.here()) {
                talk.send('H', 0, "{\"protocol\":[1,1]}");
                int id = talk.score(QA, CAT);
                talk.send('C', id, "");
                assertThat((char) talk.next().kind()).isEqualTo('H');
                assertThat(talk.results(id)).hasSize(1);
            }
        }
    }

    @Test
    void clientOfAnotherVersionIsToldAndTheEngineEnds() throws Exception {
        try (Talk talk = Talk.here()) {
            talk.send('H', 0, "{\"protocol\":[2,3],\"client\":\"test/1\"}");
            Json error = talk.error(0);
            assertThat(error.get("error").asString()).isEqualTo("protocol");
            assertThat(error.get("message").asString()).contains("[2,3]", "update");
            assertThat(talk.exitCode()).isEqualTo(2);
        }
    }

    @Test
    void firstFrameMustBeAHello() throws Exception {
        for (String first : List.of("{}", "", "[]", "{\"protocol\":[]}", "{\"protocol\":1}", "nonsense")) {
            try (Talk talk = Talk.here()) {
                talk.send('H', 0, first);
                assertThat(talk.error(0).get("message").asString()).contains("hello");
                assertThat(talk.exitCode()).isEqualTo(2);
            }
        }
        try (Talk talk = Talk.here()) {
            talk.score(QA, CAT);
            assertThat(talk.error(0).get("message").asString()).contains("hello");
        }
    }

    @Test
    void smallBatchIsOneFrame() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            int id = talk.score(QA, CAT);
            EngineFrame only = talk.next();
            assertThat((char) only.kind()).isEqualTo('D');
            assertThat(only.id()).isEqualTo(id);
            assertThat(Talk.text(only))
                    .isEqualTo(
                            "{\"i\":0,\"reward\":1.0,\"extras\":{\"f1\":1.0,\"em\":1.0,\"precision\":1.0,\"recall\":1.0}}\n");
        }
    }

    @Test
    void everyLineIsAnsweredUnderItsIndex() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            List<Json> results = talk.results(talk.score(
                    QA, CAT, "nonsense", "", "{\"id\":\"seven\",\"final_response\":\"x\"}", "[1]", "  " + CAT + "\r"));
            assertThat(results).hasSize(6);
            assertThat(results.getFirst().get("reward").asDouble()).isEqualTo(1);
            assertThat(Talk.reason(results.get(1))).isEqualTo("INVALID_INPUT");
            assertThat(Talk.reason(results.get(2))).isEqualTo("INVALID_INPUT");
            assertThat(results.get(3).get("id").asString()).isEqualTo("seven");
            assertThat(Talk.reason(results.get(3))).isEqualTo("MISSING_FIELD");
            assertThat(Talk.reason(results.get(4))).isEqualTo("INVALID_INPUT");
            assertThat(results.get(5).get("reward").asDouble()).isEqualTo(1);
            assertThat(talk.results(talk.score(QA))).isEmpty();
            assertThat(talk.results(talk.score(QA + "\n"))).as("one empty line").hasSize(1);
        }
    }

    @Test
    void headerNamesSeveralRewardsOptionsRecipesAndFields() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            String two = "{\"rewards\":[\"qa_f1_reward\",\"math_equal_reward\"]}";
            Json both = talk.results(talk.score(two, "{\"final_response\":\"2\",\"answer\":\"2\"}"))
                    .getFirst();
            assertThat(both.get("rewards")
                            .get("math_equal_reward")
                            .get("reward")
                            .asDouble())
                    .isEqualTo(1);
            Json unreadable = talk.results(talk.score(two, "{")).getFirst();
            assertThat(Talk.reason(unreadable)).isEqualTo("INVALID_INPUT");
            Json sum = talk.results(talk.score(
                            "{\"reward\":{\"name\":\"half\",\"parts\":[{\"reward\":\"qa_f1_reward\",\"weight\":0.5}]}}",
                            CAT))
                    .getFirst();
            assertThat(sum.get("reward").asDouble()).isEqualTo(0.5);
            Json mapped = talk.results(talk.score(
                            "{\"reward\":\"qa_f1_reward\",\"map\":{\"answer\":\"gold\"}}",
                            "{\"final_response\":\"cat\",\"gold\":\"cat\"}"))
                    .getFirst();
            assertThat(mapped.get("reward").asDouble()).isEqualTo(1);
            Json digits = talk.results(talk.score(
                            "{\"reward\":\"math_equal_reward\",\"options\":{\"digits\":2}}",
                            "{\"final_response\":\"3.14159\",\"answer\":\"3.1416\"}"))
                    .getFirst();
            assertThat(digits.get("reward").asDouble()).isEqualTo(1);
        }
    }

    @Test
    void badHeaderIsAnErrorOfItsBatchAlone() throws Exception {
        Map<String, String> wrong = new HashMap<>();
        wrong.put("{\"reward\":\"qa_f1_rewrd\"}", "qa_f1_reward");
        wrong.put("{\"reward\":\"qa_f1_reward\",\"dedline\":5}", "deadline");
        wrong.put("{\"reward\":\"qa_f1_reward\",\"rewards\":[\"qa_f1_reward\"]}", "either");
        wrong.put("{}", "either");
        wrong.put("{\"rewards\":[]}", "empty");
        wrong.put("{\"rewards\":[\"qa_f1_reward\",\"qa_f1_reward\"]}", "twice");
        wrong.put("{\"reward\":7}", "recipe");
        wrong.put("{\"reward\":\"qa_f1_reward\",\"deadline\":-1}", "seconds");
        wrong.put("{\"reward\":\"qa_f1_reward\",\"deadline\":\"5s\"}", "seconds");
        wrong.put("{\"reward\":\"qa_f1_reward\",\"options\":{\"no_such\":1}}", "no_such");
        wrong.put("[]", "object");
        wrong.put("nonsense", "JSON");
        wrong.put("", "");
        try (Talk talk = Talk.here().greeted()) {
            for (Map.Entry<String, String> each : wrong.entrySet()) {
                Json error = talk.error(talk.score(each.getKey(), CAT));
                assertThat(error.get("message").asString()).contains(each.getValue());
                assertThat(error.get("error").asString())
                        .isEqualTo(each.getKey().contains("rewrd") ? "unknown_reward" : "bad_request");
            }
            assertThat(talk.results(talk.score(QA, CAT))).hasSize(1);
        }
    }

    @Test
    void manyInFlightAreEachAnsweredOnce() throws Exception {
        int count = 300;
        try (Talk talk = Talk.here().greeted()) {
            Map<Integer, Integer> sizes = new HashMap<>();
            Thread sending = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 1; i <= count; i++) {
                        List<String> lines = Collections.nCopies(sizes(i), CAT);
                        talk.score(i % 3 == 0 ? "{\"reward\":\"waiting_reward\"}" : QA, lines.toArray(String[]::new));
                    }
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            Map<Integer, List<Long>> answered = new HashMap<>();
            while (sizes.size() < count) {
                EngineFrame frame = talk.next();
                List<Long> of = answered.computeIfAbsent(frame.id(), id -> new ArrayList<>());
                Talk.text(frame)
                        .lines()
                        .forEach(line -> of.add(dev.guerdon.core.base.JsonCodec.read(line, "")
                                .get("i")
                                .asLong()));
                if (frame.kind() == EngineFrame.DONE) {
                    assertThat(sizes.put(frame.id(), of.size())).isNull();
                    assertThat(of).hasSize(sizes(frame.id())).doesNotHaveDuplicates();
                }
            }
            sending.join();
            assertThat(talk.answer("{\"do\":\"stats\"}")
                            .get("requests_in_flight")
                            .asLong())
                    .as("its own")
                    .isEqualTo(1);
        }
    }

    private static int sizes(int id) {
        return 1 + id * 37 % 90;
    }

    @Test
    void whatIsNotUnderstoodEndsTheEngineWithAReason() throws Exception {
        byte[][] wrong = {
            {0, 0, 0, 0}, // shorter than a head
            {0, 0, 0, 4, 'Q', 0, 0, 0},
            {-1, -1, -1, -1, 'Q', 0, 0, 0, 1},
            {0x10, 0, 0, 1, 'Q', 0, 0, 0, 1}, // one byte more than the longest
            {0, 0, 0, 5, 'X', 0, 0, 0, 1},
            {0, 0, 0, 5, 'R', 0, 0, 0, 1},
            {0, 0, 0, 5, 'S', 0, 0, 0, 0}, // the id of the connection
            {0, 0, 0, 5, 'Q', 0, 0, 0, 0},
            {0, 0, 0, 5, 'H', 0, 0, 0, 0}, // a second hello
        };
        for (byte[] bytes : wrong) {
            try (Talk talk = Talk.here().greeted()) {
                talk.bytes(bytes);
                assertThat(talk.error(0).get("error").asString()).isEqualTo("protocol");
                assertThat(talk.exitCode()).isEqualTo(2);
            }
        }
    }

    @Test
    void anIdInFlightIsNotUsedTwice() throws Exception {
        TrialRewards.release = new java.util.concurrent.CountDownLatch(1);
        try (Talk talk = Talk.here().greeted()) {
            talk.send('S', 7, "{\"reward\":\"stuck_reward\"}\n{\"stuck\":true}\n{\"stuck\":true}");
            talk.send('S', 7, QA + "\n" + CAT);
            assertThat(talk.error(0).get("message").asString()).contains("7", "in flight");
            assertThat(talk.exitCode()).isEqualTo(2);
        } finally {
            TrialRewards.release.countDown();
        }
    }

    @Test
    void frameThatIsCutOffEndsTheEngine() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            talk.bytes(new byte[] {0, 0, 1, 0, 'S', 0, 0, 0, 1, '{'});
            talk.hangUp();
            assertThat(talk.exitCode()).isEqualTo(2);
        }
    }

    @Test
    void endOfInputIsTheEndWhateverRuns() throws Exception {
        TrialRewards.release = new java.util.concurrent.CountDownLatch(1);
        try (Talk talk = Talk.here().greeted()) {
            talk.score("{\"reward\":\"stuck_reward\"}", "{\"stuck\":true}");
            talk.hangUp();
            assertThat(talk.exitCode()).isZero();
        } finally {
            TrialRewards.release.countDown();
        }
    }

    @Test
    void queriesTellWhatThereIs() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            assertThat(talk.answer("{\"do\":\"ping\"}").asMap()).isEmpty();
            List<Json> rewards =
                    talk.answer("{\"do\":\"rewards\"}").get("rewards").asList();
            Json f1 = rewards.stream()
                    .filter(each -> each.get("name").asString().equals("qa_f1_reward"))
                    .findFirst()
                    .orElseThrow();
            assertThat(f1.get("summary").asString()).isNotEmpty();
            assertThat(f1.get("fields").asList().getFirst().get("name").asString())
                    .isEqualTo("final_response");
            Json one = talk.answer("{\"do\":\"reward\",\"name\":\"qa_f1_reward\"}");
            assertThat(one.get("example").get("answer").asString()).isEqualTo("Nile");
            assertThat(talk.error(talk.ask("{\"do\":\"reward\",\"name\":\"nope\"}"))
                            .get("error")
                            .asString())
                    .isEqualTo("unknown_reward");
            assertThat(talk.error(talk.ask("{\"do\":\"pong\"}")).get("message").asString())
                    .contains("did you mean 'ping'");
            assertThat(talk.error(talk.ask("[]")).get("error").asString()).isEqualTo("bad_request");
            assertThat(talk.error(talk.ask("nonsense")).get("error").asString()).isEqualTo("bad_request");
            talk.results(talk.score(QA, CAT, "nonsense"));
            Json stats = talk.answer("{\"do\":\"stats\"}");
            assertThat(stats.get("scored").asLong()).isEqualTo(1);
            assertThat(stats.get("unscored").get("INVALID_INPUT").asLong()).isEqualTo(1);
        }
    }
}
