package dev.guerdon.core.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a reward function may return, against the recorded behaviour of the reference. */
class RewardContractTest {

    /** Where the reference's two entry points disagree, or let something pass that is no reward, ours has one answer. */
    private static final Map<String, Object> OURS = Map.ofEntries(
            Map.entry("int", 1.0),
            Map.entry("zero_int", 0.0),
            Map.entry("bool", 1.0),
            Map.entry("none", 0.0),
            Map.entry("dict_int", 1.0),
            Map.entry("dict_bool", 1.0),
            Map.entry("str", "refused"),
            Map.entry("dict_str", "refused"),
            Map.entry("dict_bad_str", "refused"),
            Map.entry("dict_none", "refused"),
            Map.entry("dict_missing", "refused"),
            Map.entry("dict_empty", "refused"),
            Map.entry("list", "refused"),
            Map.entry("nan", "refused"),
            Map.entry("inf", "refused"));

    static List<Json> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                RewardContractTest.class.getResourceAsStream("/vectors/reward_contract.jsonl"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> JsonCodec.read(line, "vector"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void answersEveryRecordedReturnValue(Json line) {
        Json input = line.get("input");
        Object returned = special(input.asMap().containsKey("raw") ? input.get("raw") : input.get("returns"));
        Score score = ResultConverter.of("recorded", returned);
        Object ours = OURS.get(line.get("category").asString());
        if ("refused".equals(ours)) {
            assertThat(score)
                    .isInstanceOfSatisfying(
                            Score.Unscored.class,
                            unscored -> assertThat(unscored.reason()).isEqualTo(Score.Reason.INVALID_RESULT));
            return;
        }
        RewardResult result = ((Score.Scored) score).result();
        if (ours != null) {
            assertThat(result.reward()).isEqualTo((double) ours);
        } else {
            Json output = line.get("output");
            assertThat(result.reward()).isEqualTo(output.get("reward").asDouble());
            Map<String, ?> extras = output.find("extras").map(Json::asMap).orElse(null);
            if (extras != null) {
                assertThat(result.extras()).isEqualTo(extras);
            }
        }
    }

    private static @Nullable Object special(Json value) {
        return value.find("$float")
                .map(word -> (Object)
                        Double.parseDouble(word.asString().replace("nan", "NaN").replace("inf", "Infinity")))
                .orElse(value.value());
    }

    record Judged(double reward, boolean wellFormed, String note) {}

    @Test
    void aRecordsOtherComponentsBecomeExtras() {
        assertThat(ResultConverter.of("mine", new Judged(0.5, true, "fine")))
                .isEqualTo(new Score.Scored(new RewardResult(0.5, Map.of("well_formed", true, "note", "fine"))));
    }

    @Test
    void anInvalidResultShowsWhatWasReturnedAndWhatIsExpected() {
        assertThat(ResultConverter.of("mine", Map.of("score", 1)))
                .isEqualTo(new Score.Unscored(
                        Score.Reason.INVALID_RESULT,
                        "mine returned an object without 'reward'; it has: score; expected a finite number, a boolean,"
                                + " or an object with a numeric 'reward'"));
        assertThat(((Score.Unscored) ResultConverter.of("mine", "0.5")).message())
                .startsWith("mine returned the text \"0.5\";");
        assertThat(((Score.Unscored) ResultConverter.of("mine", RewardResult.of(Double.NaN))).message())
                .startsWith("mine returned NaN;");
    }
}
