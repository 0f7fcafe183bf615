package dev.guerdon.core.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class OpenVectorsTest {

    private static final String DOORS = "{\"do\":\"open\",\"environment\":\"corridor\",\"n\":3";

    private static String observations(Json answer) {
        return answer.get("observations").toString();
    }

    private static Json list(Json answer, String name) {
        return answer.get(name);
    }

    @Test
    void environmentsPlayTheirTasksWithSeedsOfTheirOwn() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            Json opened = talk.answer(DOORS + ",\"seed\":40,\"auto_reset\":\"next_step\"}");
            assertThat(opened.get("n").asLong()).isEqualTo(3);
            String handle = "\"handle\":" + opened.get("handle").asLong();
            Json first = talk.answer("{\"do\":\"reset\"," + handle + "}");
            assertThat(first.get("observations").asList().stream().map(Json::asString))
                    .containsExactly("door-0 with the seed 40", "door-1 with the seed 41", "door-2 with the seed 42");
            assertThat(first.get("seeds").asList().stream().map(Json::asLong)).containsExactly(40L, 41L, 42L);
            assertThat(first.get("fresh").asList().stream().map(Json::asBoolean))
                    .containsOnly(true);
            assertThat(talk.answer("{\"do\":\"actions\"," + handle + "}")
                            .get("actions")
                            .asList())
                    .hasSize(3)
                    .allSatisfy(each ->
                            assertThat(each.asList().getFirst().asString()).isEqualTo("forward"));
            String act = "{\"do\":\"step\"," + handle + ",\"actions\":[\"forward\",\"wait\",\"forward\"]}";
            talk.answer(act);
            Json over = talk.answer(act);
            assertThat(over.get("terminated").asList().stream().map(Json::asBoolean))
                    .containsExactly(true, false, true);
            assertThat(over.get("rewards").asList().stream().map(Json::asDouble))
                    .containsExactly(1.0, 0.0, 1.0);
            assertThat(over.get("infos").asList().getFirst().get("steps").asLong())
                    .isEqualTo(2);
            Json next = talk.answer(act);
            assertThat(next.get("observations").asList().stream().map(Json::asString))
                    .containsExactly("door-3 with the seed 43", "at 0", "door-0 with the seed 45");
            assertThat(next.get("fresh").asList().stream().map(Json::asBoolean)).containsExactly(true, false, true);
            assertThat(talk.answer("{\"do\":\"close\"," + handle + "}").asMap()).isEmpty();
            assertThat(talk.error(talk.ask(act)).get("error").asString()).isEqualTo("unknown_handle");
        }
    }

    private static List<String> texts(Json answer) {
        return answer.get("observations").asList().stream().map(Json::asString).toList();
    }

    @Test
    void seedsChooseWhatNobodyNamed() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            talk.answer("{\"do\":\"open\",\"environment\":\"corridor\",\"n\":1}");
            for (int seed : new int[] {0, 1, 2, 3, 4, 5, -1, 1_000_003}) {
                assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":1,\"seed\":" + seed + "}")))
                        .containsExactly("door-" + Math.floorMod(seed, 5) + " with the seed " + seed);
            }
            talk.answer("{\"do\":\"open\",\"environment\":\"corridor\",\"n\":2,\"split\":\"\",\"seed\":3}");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":2}")))
                    .containsExactly("door-3 with the seed 3", "door-4 with the seed 4");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":2}")))
                    .containsExactly("door-0 with the seed 5", "door-1 with the seed 6");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":2,\"seeds\":[9,2]}")))
                    .containsExactly("door-4 with the seed 9", "door-2 with the seed 2");
            talk.answer("{\"do\":\"open\",\"environment\":\"corridor\",\"n\":2,\"options\":{\"length\":5}}");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":3,\"seed\":40}")))
                    .containsExactly("corridor-40 with the seed 40", "corridor-41 with the seed 41");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":3,\"seed\":7,\"tasks\":[null,\"door-2\"]}")))
                    .containsExactly("corridor-7 with the seed 7", "door-2 with the seed 8");
        }
    }

    @Test
    void namedTasksArePlayedInTurnWhateverTheSeed() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            talk.answer(
                    "{\"do\":\"open\",\"environment\":\"corridor\",\"n\":2,\"tasks\":[\"door-3\",\"door-1\",\"door-4\"],\"seed\":70}");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":1}")))
                    .containsExactly("door-3 with the seed 70", "door-1 with the seed 71");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":1}")))
                    .containsExactly("door-4 with the seed 72", "door-3 with the seed 73");
        }
    }

    @Test
    void seedsThatTasksListAreForThoseWhoGiveNone() throws Exception {
        String tasks = "\"tasks\":[{\"id\":\"a\",\"seeds\":[24,26]},{\"id\":\"b\",\"seeds\":[20]}]";
        try (Talk talk = Talk.here().greeted()) {
            talk.answer("{\"do\":\"open\",\"environment\":\"corridor\",\"n\":1," + tasks + "}");
            for (String expected : List.of("a 24", "b 20", "a 26", "b 3", "a 4")) {
                assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":1}")))
                        .containsExactly(expected.replace(" ", " with the seed "));
            }
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":1,\"seed\":0}")))
                    .containsExactly("a with the seed 0");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":1,\"seeds\":[9]," + tasks + "}")))
                    .containsExactly("a with the seed 9");
            talk.answer("{\"do\":\"open\",\"environment\":\"corridor\",\"n\":1,\"seed\":0," + tasks + "}");
            assertThat(texts(talk.answer("{\"do\":\"reset\",\"handle\":2}"))).containsExactly("a with the seed 0");
        }
    }

    @Test
    void maskLeavesOthersAsTheyAre() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            talk.answer(DOORS + ",\"options\":{\"length\":5},\"auto_reset\":\"disabled\"}");
            talk.answer("{\"do\":\"reset\",\"handle\":1,\"seeds\":[7,8,9]}");
            Json stepped = talk.answer(
                    "{\"do\":\"step\",\"handle\":1,\"actions\":[\"forward\",null,\"forward\"],\"mask\":[true,false,true]}");
            assertThat(stepped.get("observations").asList().get(1).isNull()).isTrue();
            assertThat(stepped.get("seeds").asList().get(1).isNull()).isTrue();
            Json again = talk.answer("{\"do\":\"step\",\"handle\":1,\"actions\":[\"wait\",\"wait\",\"wait\"]}");
            assertThat(again.get("observations").asList().stream().map(Json::asString))
                    .containsExactly("at 1", "at 0", "at 1");
            Json reset = talk.answer(
                    "{\"do\":\"reset\",\"handle\":1,\"seed\":100,\"tasks\":[\"door-4\"],\"mask\":[false,false,true]}");
            assertThat(reset.get("observations").asList().getLast().asString()).isEqualTo("door-4 with the seed 102");
            assertThat(reset.get("observations").asList().getFirst().isNull()).isTrue();
        }
    }

    @Test
    void sameStepShowsTheFirstObservationAndKeepsTheLastStep() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            talk.answer(
                    DOORS + ",\"options\":{\"length\":1},\"tasks\":[{\"id\":\"mine\"}],\"auto_reset\":\"same_step\"}");
            talk.answer("{\"do\":\"reset\",\"handle\":1,\"seed\":0}");
            Json over = talk.answer("{\"do\":\"step\",\"handle\":1,\"actions\":[\"forward\",\"wait\",\"wait\"]}");
            assertThat(over.get("observations").asList().getFirst().asString()).isEqualTo("mine with the seed 3");
            assertThat(over.get("terminated").asList().getFirst().asBoolean()).isTrue();
            Json last = over.get("final").asList().getFirst();
            assertThat(last.get("observation").asString()).isEqualTo("at 1");
            assertThat(over.get("final").asList().getLast().isNull()).isTrue();
        }
    }

    @Test
    void oneThatFailsIsTruncatedAndCostsNoOther() throws Exception {
        try (Talk talk = Talk.here().greeted()) {
            talk.answer(DOORS + "}");
            talk.answer("{\"do\":\"reset\",\"handle\":1}");
            Json broken = talk.answer("{\"do\":\"step\",\"handle\":1,\"actions\":[\"forward\",\"break\",\"forward\"]}");
            assertThat(broken.get("truncated").asList().stream().map(Json::asBoolean))
                    .containsExactly(false, true, false);
            assertThat(broken.get("infos").asList().get(1).get("error").asString())
                    .contains("the floor broke");
            Json next = talk.answer("{\"do\":\"step\",\"handle\":1,\"actions\":[\"wait\",\"wait\",\"wait\"]}");
            assertThat(next.get("observations").asList().get(1).asString())
                    .as("the next episode")
                    .contains("seed 4");
        }
    }

    @Test
    void wrongRequestsSayWhatIsExpected() throws Exception {
        Map<String, String> wrong = Map.of(
                "{\"do\":\"open\",\"environment\":\"coridor\"}",
                "corridor",
                "{\"do\":\"open\"}",
                "'environment'",
                DOORS + ",\"options\":{\"lenght\":1}}",
                "did you mean 'length'",
                "{\"do\":\"open\",\"environment\":\"corridor\",\"n\":0}",
                "from 1 to",
                "{\"do\":\"open\",\"environment\":\"corridor\",\"n\":1.5}",
                "whole number",
                DOORS + ",\"auto_reset\":\"never\"}",
                "same_step",
                DOORS + ",\"tasks\":[\"door-9\"]}",
                "door-0",
                DOORS + ",\"tsks\":[]}",
                "did you mean 'tasks'");
        try (Talk talk = Talk.here().greeted()) {
            for (Map.Entry<String, String> each : wrong.entrySet()) {
                assertThat(talk.error(talk.ask(each.getKey())).get("message").asString())
                        .contains(each.getValue());
            }
            talk.answer(DOORS + "}");
            assertThat(talk.error(talk.ask("{\"do\":\"step\",\"handle\":1,\"actions\":[\"a\",\"b\",\"c\"]}"))
                            .get("message")
                            .asString())
                    .contains("reset");
            assertThat(talk.error(talk.ask("{\"do\":\"reset\",\"handle\":1,\"mask\":[true]}"))
                            .get("message")
                            .asString())
                    .contains("3 values in 'mask'");
            assertThat(talk.error(talk.ask("{\"do\":\"reset\",\"handle\":1,\"mask\":[true,false,true]}"))
                            .get("error")
                            .asString())
                    .isEqualTo("bad_request");
            assertThat(observations(talk.answer("{\"do\":\"reset\",\"handle\":1}")))
                    .contains("door-1");
            assertThat(list(
                                    talk.answer(
                                            "{\"do\":\"tasks\",\"environment\":\"corridor\",\"from\":1,\"count\":2}"),
                                    "next")
                            .asLong())
                    .isEqualTo(3);
        }
    }
}
