package dev.guerdon.viewer.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtraColumnsTest {

    private static @Nullable Object value(ExtraColumns extras, int rows, String name, int row) {
        return extras.columns(rows, Function.identity()).stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .map(column -> column.value(row))
                .orElse(null);
    }

    private static @Nullable Object one(String json) {
        ExtraColumns extras = new ExtraColumns();
        extras.add(json.getBytes(StandardCharsets.UTF_8), 0);
        return extras.unreadable() > 0 ? "unreadable" : value(extras, 1, "a", 0);
    }

    @Test
    void quickReaderAndParserAgree() {
        // What the quick one does not know goes to the parser: a space behind the brace sends everything there.
        for (String rest : List.of(
                "\"a\":1}",
                "\"a\":-0.5}",
                "\"a\":0.1}",
                "\"a\":123456789012345}",
                "\"a\":12345678901234567890}",
                "\"a\":1e5}",
                "\"a\":1E-7}",
                "\"a\":0}",
                "\"a\":-0}",
                "\"a\":00}",
                "\"a\":01.5}",
                "\"a\":1.}",
                "\"a\":.5}",
                "\"a\":-}",
                "\"a\":1.2.3}",
                "\"a\":true}",
                "\"a\":false}",
                "\"a\":null}",
                "\"a\":tru}",
                "\"a\":\"x\"}",
                "\"a\":\"\"}",
                "\"a\":\"x\\\"y\"}",
                "\"\\u0061\":3}",
                "\"a\":\"ä😀\"}",
                "\"a\":[1,2]}",
                "\"a\":{\"b\":1}}",
                "\"b\":1,\"a\":2}",
                "\"a\":1,\"a\":2}",
                "\"a\":1,}",
                "\"a\":1} x",
                "\"a\":1",
                "\"a\"",
                "\"a\":1\"b\":2}",
                "}",
                "\"a\":NaN}",
                "\"a\":\"line\nbreak\"}",
                "\"a\":0.30000000000000004}",
                "\"a\":1e400}")) {
            assertThat(one("{" + rest)).as(rest).isEqualTo(one("{ " + rest));
        }
    }

    @Test
    void anyObjectComesBackAsItWas() {
        SplittableRandom dice = new SplittableRandom(11);
        for (int round = 0; round < 300; round++) {
            ExtraColumns extras = new ExtraColumns();
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            for (int row = 0; row < 12; row++) {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                for (int i = dice.nextInt(5); i > 0; i--) {
                    object.put(
                            "k" + dice.nextInt(4) + (dice.nextInt(9) == 0 ? "\"" : ""),
                            switch (dice.nextInt(6)) {
                                case 0 -> null;
                                case 1 -> "text " + dice.nextInt(9);
                                case 2 -> "odd \\ \" \n " + dice.nextInt(9);
                                default ->
                                    dice.nextInt(3) == 0
                                            ? dice.nextInt(-9, 9)
                                            : dice.nextDouble() * Math.pow(10, dice.nextInt(-9, 9));
                            });
                }
                rows.add(object);
                extras.add(JsonCodec.write(object).getBytes(StandardCharsets.UTF_8), row);
            }
            assertThat(extras.unreadable()).isZero();
            for (Column column : extras.columns(rows.size(), Function.identity())) {
                for (int row = 0; row < rows.size(); row++) {
                    Object expected = rows.get(row).get(column.name());
                    assertThat(column.value(row))
                            .isEqualTo(
                                    expected instanceof Number number
                                            ? (Object) (number.doubleValue() + 0.0)
                                            : expected);
                }
            }
        }
    }

    @Test
    void namesBeyondTheMostAreTold() {
        ExtraColumns extras = new ExtraColumns();
        Map<String, @Nullable Object> many = new LinkedHashMap<>();
        for (int i = 0; i < ExtraColumns.MOST + 5; i++) {
            many.put("k" + i, i);
        }
        extras.add(JsonCodec.write(many).getBytes(StandardCharsets.UTF_8), 0);
        assertThat(extras.columns(1, Function.identity())).hasSize(ExtraColumns.MOST);
        assertThat(extras.others()).containsExactly("k100", "k101", "k102", "k103", "k104");
    }

    @Test
    void whatIsNoObjectIsCounted() {
        ExtraColumns extras = new ExtraColumns();
        for (String json : List.of("[1]", "", "null", "{\"a\":")) {
            try {
                extras.add(json.getBytes(StandardCharsets.UTF_8), 0);
            } catch (GuerdonException e) {
                throw new AssertionError(json, e);
            }
        }
        assertThat(extras.unreadable()).isEqualTo(4);
    }
}
