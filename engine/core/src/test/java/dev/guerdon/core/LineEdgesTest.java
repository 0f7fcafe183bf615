package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Reward;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines at the edge of what JSON and UTF-8 allow. */
@Timeout(60)
class LineEdgesTest {

    static final class Rewards {

        @Reward("echo")
        static Map<String, Object> echo(Object answer) {
            return Map.of("reward", 1, "answer", answer);
        }

        @Reward("as_text")
        static Map<String, Object> asText(String answer) {
            return Map.of("reward", 1, "answer", answer);
        }

        @Reward("as_double")
        static double asDouble(double answer) {
            return answer;
        }

        @Reward("as_float")
        static double asFloat(float answer) {
            return answer;
        }

        @Reward("exact")
        static Map<String, Object> exact(BigDecimal answer) {
            return Map.of("reward", 1, "answer", answer.toPlainString());
        }
    }

    private static List<String> score(String reward, byte[]... lines) throws IOException {
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            in.write(line);
            in.write('\n');
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Registry registry = new Registry();
        registry.rewards(Rewards.class);
        ScoreJob.Listener silent = new ScoreJob.Listener() {};
        try (Scorer scorer = Scorer.builder().threads(2).build()) {
            new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, silent)
                    .run(new ByteArrayInputStream(in.toByteArray()), out, ScoreJob.Progress.none(1));
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] around(String hex, String before, String after) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(utf8(before));
        out.writeBytes(HexFormat.of().parseHex(hex));
        out.writeBytes(utf8(after));
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c0af", "e0809f", "f08080af", "eda080", "edb080", "f4908080", "80", "c3", "f09f98", "ff"})
    void lineThatIsNoUtf8IsInvalidWithItsPosition(String hex) throws IOException {
        List<String> answered = score(
                "echo",
                utf8("{\"id\":1,\"answer\":\"fine\"}"),
                around(hex, "{\"id\":2,\"answer\":\"", "\"}"), // the field that the reward reads
                around(hex, "{\"id\":3,\"answer\":\"x\",\"other\":[\"", "\"]}"), // one that nobody reads
                around(hex, "{\"id\":4,\"answer\":\"x\",\"", "\":1}"), // the name of one
                around(hex, "{\"answer\":\"x\",\"id\":\"", "\"}"),
                around(hex, "{\"answer\":\"x\",\"trajectory\":[{\"role\":\"user\",\"content\":\"", "\"}]}"),
                around(hex, "{\"answer\":\"x\"} ", ""),
                utf8("{\"id\":8,\"answer\":\"ä日😀\"}"));
        assertThat(answered).hasSize(8);
        assertThat(answered.getFirst()).startsWith("{\"id\":1,\"reward\":1.0");
        assertThat(answered.getLast()).startsWith("{\"id\":8,\"reward\":1.0").contains("ä日😀");
        for (int i = 2; i <= 7; i++) {
            assertThat(answered.get(i - 1))
                    .startsWith("{\"line\":" + i + ",\"reward\":null,\"unscored\":{\"reason\":\"INVALID_INPUT\"")
                    .contains("line " + i + " is not JSON: it is not UTF-8 at byte ");
        }
        assertThat(answered.get(1)).containsAnyOf("at byte 19", "at byte 20", "at byte 21", "at byte 22");
    }

    @Test
    void lineInUtf16IsNotTakenForJson() throws IOException {
        byte[] wide = "{\"id\":1,\"answer\":\"x\"}".getBytes(StandardCharsets.UTF_16BE);
        assertThat(score("echo", wide).getFirst()).contains("INVALID_INPUT", "byte 1 is 0, as in UTF-16");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1e400                     | "1e400"
                    -1E+400                   | "-1E+400"
                    1e-400                    | "1e-400"
                    1e999999999999            | "1e999999999999"
                    0.1234567890123456789     | "0.1234567890123456789"
                    9007199254740993.0        | "9007199254740993.0"
                    12345678901234567890123   | 12345678901234567890123
                    1.5                       | 1.5
                    0.0                       | 0.0
                    0e5                       | 0.0
                    7                         | 7
                    "7"                       | "7"
                    """)
    void idComesBackAsItWas(String written, String expected) throws IOException {
        // A name beyond ASCII leads the line through the parser, which must agree with the scanner.
        for (String further : List.of("", ",\"ä\":1")) {
            String answered = score("echo", utf8("{\"answer\":\"x\",\"id\":" + written + further + "}"))
                    .getFirst();
            assertThat(answered).startsWith("{\"id\":" + expected + ",\"reward\":1.0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "1e-400", "1e999999999999"})
    void numberBeyondADoubleStaysItsText(String number) throws IOException {
        byte[] line = utf8("{\"answer\":" + number + "}");
        for (String reward : List.of("echo", "as_text")) {
            assertThat(JsonCodec.read(score(reward, line).getFirst(), "line")
                            .get("extras")
                            .get("answer")
                            .value())
                    .isEqualTo(number);
        }
    }

    @Test
    void numberBeyondADoubleIsNeverInfinite() throws IOException {
        for (String number : List.of("1e400", "\"1e400\"", "-1e400")) {
            assertThat(score("as_double", utf8("{\"answer\":" + number + "}")).getFirst())
                    .contains("MISSING_FIELD", "expected a number that fits into a float or double", "1e400");
        }
        assertThat(score("as_float", utf8("{\"answer\":1e39}")).getFirst())
                .contains("expected a number that fits into a float or double");
        assertThat(score("exact", utf8("{\"answer\":1e400}")).getFirst()).contains("\"answer\":\"1" + "0".repeat(400));
    }

    @Test
    void groupsOfHugeNumbersAreNotMixedUp() {
        LineDecoder decoder = new LineDecoder(List.of());
        byte[] one = utf8("{\"group_id\":1e400}");
        byte[] two = utf8("{\"group_id\":1e500}");
        assertThat(decoder.decode(one, 0, one.length, 1).groupId())
                .isNotEqualTo(decoder.decode(two, 0, two.length, 2).groupId());
    }

    @Test
    void fieldThatIsNullIsSaidToBeNull() throws IOException {
        assertThat(score("as_text", utf8("{\"id\":5,\"answer\":null,\"final_response\":\"x\"}"))
                        .getFirst())
                .contains("MISSING_FIELD", "as_text needs a value in the field 'answer', which is null in task 5")
                .doesNotContain("did you mean");
        assertThat(score("as_text", utf8("{\"id\":5,\"answr\":\"x\"}")).getFirst())
                .contains("did you mean 'answr'?");
    }

    @Test
    void lineBeyondTheParsersLimitsIsInvalidInOneSentence() throws IOException {
        String deep = "[".repeat(100_000);
        List<String> answered = score(
                "echo",
                utf8("{\"answer\":" + deep + "}"),
                utf8("{\"answer\":1,\"other\":" + deep + "]".repeat(100_000) + "}"),
                utf8("{\"answer\":" + "9".repeat(200_000) + "}"),
                utf8("{\"answer\":1,\"" + "n".repeat(200_000) + "ä\":1}"),
                utf8("{\"answer\":1}"));
        assertThat(answered.get(0)).contains("INVALID_INPUT", "line 1 is not JSON: nested more than 1000 deep");
        assertThat(answered.get(1)).contains("INVALID_INPUT", "line 2 is not JSON: nested more than 1000 deep");
        assertThat(answered.get(2)).contains("INVALID_INPUT", "a number of more than 100000 digits");
        assertThat(answered.get(3)).contains("INVALID_INPUT", "a name too long");
        assertThat(answered.get(4)).contains("\"reward\":1.0");
        assertThat(answered).allSatisfy(line -> assertThat(line.length()).isLessThan(300));
    }
}
