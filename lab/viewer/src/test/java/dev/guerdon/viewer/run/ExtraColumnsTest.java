package dev.guerdon.viewer.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.viewer.run.IndexBuilder.ExtraColumns;
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

    private static @Nullable Object one(String json) {
        ExtraColumns extras = new ExtraColumns();
        extras.add(json.getBytes(StandardCharsets.UTF_8), 0);
        return extras.unreadable() > 0
                ? "unreadable"
                : extras.columns(1, Function.identity()).stream()
                        .filter(column -> column.name().equals("a"))
                        .findFirst()
                        .map(column -> column.value(0))
                        .orElse(null);
    }

    @Test
    void valuesAreReadAsJsonHasThem() {
        assertThat(one("{\"a\":-0.5}")).isEqualTo(-0.5);
        assertThat(one("{\"b\":1,\"a\":2}")).isEqualTo(2.0);
        assertThat(one("{\"a\":1,\"a\":2}")).isEqualTo(1.0);
        assertThat(one("{\"a\":true}")).isEqualTo(true);
        assertThat(one("{\"a\":null}")).isNull();
        assertThat(one("{\"a\":\"x\\\"y\"}")).isEqualTo("x\"y");
        assertThat(one("{\"a\":[1,2]}")).isEqualTo("[1,2]");
        assertThat(one("{\"a\":1")).isEqualTo("unreadable");
        assertThat(one("[1]")).isEqualTo("unreadable");
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
            for (FigureColumn column : extras.columns(rows.size(), Function.identity())) {
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
