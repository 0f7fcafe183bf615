package dev.guerdon.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Field;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MethodBindingTest {

    enum Level {
        EASY,
        VERY_HARD
    }

    record Limits(
            int most,
            Optional<Double> least,
            @Field("unit-name") String unit) {}

    static final class Rewards {
        @Reward("length")
        static int length(String finalResponse) {
            return finalResponse.length();
        }

        @Reward("fields")
        static Map<String, Object> fields(
                String goldAnswer,
                int count,
                double weight,
                boolean strict,
                Level level,
                Limits limits,
                List<String> aliases,
                Map<String, Integer> counts,
                Optional<String> hint,
                Json anything,
                BigInteger big,
                @Default("0.25") double bonus,
                @Field("odd name") String odd) {
            return Map.of(
                    "reward",
                    1,
                    "all",
                    List.of(
                            goldAnswer,
                            count,
                            weight,
                            strict,
                            level,
                            limits,
                            aliases,
                            counts,
                            hint,
                            anything.kind(),
                            big,
                            bonus,
                            odd));
        }

        @Reward("predefined")
        static double predefined(
                String id,
                String finalResponse,
                Trajectory trajectory,
                List<Message> messages,
                Context context,
                Sample sample) {
            return id.length()
                    + finalResponse.length()
                    + trajectory.messages().size()
                    + messages.size()
                    + context.metadata().size()
                    + sample.fields().size();
        }

        @Reward("later")
        static CompletionStage<Double> later(String finalResponse) {
            return CompletableFuture.supplyAsync(() -> finalResponse.isEmpty() ? 0.0 : 0.75);
        }

        @Reward("fails")
        static double fails(String finalResponse) {
            throw new IllegalStateException("no luck with " + finalResponse);
        }
    }

    /** A reward with state. */
    static final class Keyed {
        private final String key;

        Keyed(String key) {
            this.key = key;
        }

        @Reward("keyed")
        RewardResult score(String finalResponse) {
            return RewardResult.of(finalResponse.equals(key) ? 1 : 0);
        }
    }

    private final Registry registry = new Registry();
    private final Scorer scorer = Scorer.builder().threads(1).build();

    MethodBindingTest() {
        registry.rewards(Rewards.class);
        registry.rewards(new Keyed("open sesame"));
    }

    @AfterEach
    void close() {
        scorer.close();
    }

    private Score score(String reward, String response, Map<String, @Nullable Object> fields) {
        return scorer.score(
                registry.reward(reward), Sample.of("t1", response, List.of(Message.assistant(response)), fields));
    }

    private static RewardResult result(Score score) {
        assertThat(score).isInstanceOf(Score.Scored.class);
        return ((Score.Scored) score).result();
    }

    private static Score.Unscored unscored(Score score) {
        assertThat(score).isInstanceOf(Score.Unscored.class);
        return (Score.Unscored) score;
    }

    @Test
    void fillsParametersByNameWithTypeConversion() {
        Map<String, @Nullable Object> fields = JsonCodec.read("""
                {"gold_answer": 42, "count": 3.0, "weight": "0.5", "strict": true, "level": "very hard",
                 "limits": {"most": 9, "unit-name": "kg"}, "aliases": ["a", 1, true], "counts": {"x": 1},
                 "anything": [1], "big": 123456789012345678901234567890, "odd name": "yes"}""", "fields").asMap();
        Map<String, @Nullable Object> limits = new LinkedHashMap<>();
        limits.put("most", 9);
        limits.put("least", null);
        limits.put("unit", "kg");
        RewardResult result = result(score("fields", "", fields));
        assertThat(result.extras().get("all"))
                .isEqualTo(Arrays.asList(
                        "42",
                        3,
                        0.5,
                        true,
                        "VERY_HARD",
                        limits,
                        List.of("a", "1", "true"),
                        Map.of("x", 1),
                        null,
                        "a list",
                        new BigInteger("123456789012345678901234567890"),
                        0.25,
                        "yes"));
    }

    @Test
    void camelCaseFieldsFillCamelCaseParameters() {
        registry.reward("camel", sample -> 0);
        assertThat(FieldName.of("goldAnswer", null).find(Map.of("goldAnswer", "x")))
                .isEqualTo("x");
        assertThat(FieldName.of("goldAnswer", null).find(Map.of("gold_answer", "y")))
                .isEqualTo("y");
        assertThat(FieldName.of("gold_answer", null).find(Map.of("gold_answer", "z")))
                .isEqualTo("z");
    }

    @Test
    void injectsThePredefinedFields() {
        assertThat(result(score("predefined", "abc", Map.of("k", 1))).reward()).isEqualTo(2 + 3 + 1 + 1 + 1 + 1);
    }

    @Test
    void instanceMethodsKeepTheirState() {
        assertThat(result(score("keyed", "open sesame", Map.of())).reward()).isEqualTo(1);
        assertThat(result(score("keyed", "please", Map.of())).reward()).isEqualTo(0);
    }

    @Test
    void asynchronousMethodsAreAwaited() {
        assertThat(result(score("later", "x", Map.of())).reward()).isEqualTo(0.75);
    }

    @Test
    void missingFieldNamesTheRewardAndTheTask() {
        Score.Unscored missing = unscored(score("fields", "r", Map.of("goldAnswr", 1, "count", 1)));
        assertThat(missing.reason()).isEqualTo(Score.Reason.MISSING_FIELD);
        assertThat(missing.message())
                .startsWith("fields needs the field 'gold_answer'; task t1 has: ")
                .contains("goldAnswr", "final_response", "did you mean 'goldAnswr'");
    }

    @Test
    void aFieldOfTheWrongTypeShowsWhatWasFound() {
        Score.Unscored wrong = unscored(score("fields", "r", Map.of("gold_answer", "a", "count", 1.5)));
        assertThat(wrong.reason()).isEqualTo(Score.Reason.MISSING_FIELD);
        assertThat(wrong.message())
                .isEqualTo(
                        "fields cannot use the field 'count' of task t1: expected a whole number, found a number 1.5");
    }

    @Test
    void anExceptionBecomesUnscoredWithItsPlace() {
        Score.Unscored failed = unscored(score("fails", "this", Map.of()));
        assertThat(failed.reason()).isEqualTo(Score.Reason.ERROR);
        assertThat(failed.message())
                .startsWith("fails threw java.lang.IllegalStateException: no luck with this (MethodBindingTest.java:");
    }

    static final class ReturnsNothing {
        @Reward("void")
        static void nothing(String finalResponse) {}
    }

    static final class WrongDefault {
        @Reward("wrong_default")
        static double x(@Default("many") int count) {
            return count;
        }
    }

    static final class WrongType {
        @Reward("wrong_type")
        static double x(Thread thread) {
            return 0;
        }
    }

    @Test
    void badSignaturesAreRefusedAtRegistration() {
        assertThatThrownBy(() -> registry.rewards(ReturnsNothing.class))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("returns nothing");
        assertThatThrownBy(() -> registry.rewards(WrongDefault.class))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("@Default(\"many\") does not fit int count");
        assertThatThrownBy(() -> registry.rewards(WrongType.class))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("a field cannot fill the type java.lang.Thread");
        assertThatThrownBy(() -> registry.rewards(Keyed.class))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("register an instance");
    }

    @Test
    void aNameTakenTwiceIsRefusedWithBothOrigins() {
        assertThatThrownBy(() -> registry.reward("LENGTH", sample -> 1))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("MethodBindingTest$Rewards.length")
                .hasMessageContaining("taken twice");
    }

    @Test
    void aNameTypedWrongGetsASuggestion() {
        assertThat(registry.reward("Length").name()).isEqualTo("length");
        assertThatThrownBy(() -> registry.reward("lenght"))
                .isInstanceOf(GuerdonException.class)
                .hasMessage("there is no reward 'lenght'; did you mean 'length'?");
    }
}
