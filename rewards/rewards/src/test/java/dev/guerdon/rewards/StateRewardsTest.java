package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Json;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.rewards.schema.PythonValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StateRewardsTest {

    static Stream<Vectors.Case> hashes() {
        return Vectors.of("tau_state.jsonl", "tau:state_hash");
    }

    @ParameterizedTest
    @MethodSource("hashes")
    void hashesAreTauBenchs(Vectors.Case recorded) {
        Object data = PythonValues.read(recorded.input().get("data").value());

        assertThat(StateRewards.hashed(data))
                .isEqualTo(recorded.output().get("text").asString());
        assertThat(StateRewards.hash(data))
                .isEqualTo(recorded.output().get("hash").asString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            {"a": 3}          ~ {"a": 3.0}          ~ 1
            {"a": 0.0}        ~ {"a": -0.0}         ~ 1
            {"a": true}       ~ {"a": 1}            ~ 0
            {"a": 3}          ~ {"a": "3"}          ~ 0
            {"a": [1, 2]}     ~ {"a": [2, 1]}       ~ 0
            {"a": 1, "b": 2}  ~ {"b": 2, "a": 1}    ~ 1
            {"a": null}       ~ {}                  ~ 0
            {"a": 9007199254740993} ~ {"a": 9007199254740992.0} ~ 0
            {"a": {"x": []}}  ~ {"a": {"x": {}}}    ~ 0
            """)
    void statesAreComparedByValue(String gold, String actual, double reward) {
        assertThat(tau(gold, actual, "[]", "[]").reward()).isEqualTo(reward);
        assertThat(tau(actual, gold, "[]", "[]").reward()).isEqualTo(reward);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            10       ~ 100                 ~ 0
            10       ~ It is 10.           ~ 1
            10       ~ It is not 10.       ~ 0
            10       ~ Perhaps it is 10.   ~ 0
            10       ~ It is not 9 but 10. ~ 1
            10       ~ Fees of 9, 10, 11   ~ 1
            10       ~ $10, please         ~ 1
            10       ~ 10.50               ~ 0
            50       ~ 10.50               ~ 0
            10       ~ 10.00               ~ 1
            5        ~ -5                  ~ 0
            1,200    ~ Total: $1,200.00    ~ 1
            1200     ~ Total: $1,200       ~ 1
            1,200    ~ 1200                ~ 1
            200      ~ 1,200               ~ 0
            yes      ~ Yesterday           ~ 0
            yes      ~ Yes, indeed         ~ 1
            $5       ~ $54                 ~ 0
            é        ~ É                   ~ 1
            54.99    ~ 54.99.              ~ 1
            54.99    ~ 154.99              ~ 0
            New York ~ in new york city    ~ 1
            """)
    void outputsAreFoundAsWholeWordsAndNumbers(String output, String message, double reward) {
        assertThat(tau("{}", "{}", JsonCodec.write(List.of(output.strip())), JsonCodec.write(List.of(message.strip())))
                        .reward())
                .as(output + " in " + message)
                .isEqualTo(reward);
    }

    @Test
    void anEmptyOutputIsAFaultOfTheTask() {
        assertThatThrownBy(() -> tau("{}", "{}", "[\"\"]", "[\"x\"]")).isInstanceOf(UnscoredException.class);
    }

    @Test
    void withoutAStateInTheDataTheLiveDatabaseCounts() {
        StateDatabase database = new StateDatabase();
        database.load(Map.of("seat", 4));
        Context live = live(database);

        assertThat(tau(live, Map.of(), "{\"seat\":4.0}").reward()).isEqualTo(1.0);
        database.put("seat", 5);
        assertThat(tau(live, Map.of(), "{\"seat\":4}").extras()).containsEntry("reason", "state: differs at $.seat");
        assertThatThrownBy(() -> tau(Context.detached(Map.of()), Map.of(), "{}"))
                .isInstanceOf(UnscoredException.class);
    }

    private static Context live(StateDatabase database) {
        Context none = Context.detached(Map.of());
        return new Context() {
            @Override
            public String rolloutId() {
                return none.rolloutId();
            }

            @Override
            public String groupId() {
                return none.groupId();
            }

            @Override
            public Map<String, @Nullable Object> metadata() {
                return none.metadata();
            }

            @Override
            public String finalResponse() {
                return none.finalResponse();
            }

            @Override
            public Trajectory trajectory() {
                return none.trajectory();
            }

            @Override
            public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
                return spec.type().cast(database);
            }
        };
    }

    private static RewardResult tau(String gold, String actual, String outputs, String messages) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("actual_state", json(actual).value());
        fields.put("agent_messages", json(messages).value());
        return StateRewards.tauReward(
                Optional.empty(),
                json(gold),
                json(outputs),
                Sample.of("1", "", List.of(), fields),
                Context.detached(Map.of()),
                Trajectory.empty());
    }

    private static RewardResult tau(Context context, Map<String, @Nullable Object> fields, String gold) {
        return StateRewards.tauReward(
                Optional.empty(),
                json(gold),
                json("[]"),
                Sample.of("1", "", List.of(), fields),
                context,
                Trajectory.empty());
    }

    private static Json json(String text) {
        return JsonCodec.read(text, "the test");
    }
}
