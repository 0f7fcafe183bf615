package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.rewards.schema.StructuredRewards;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StructuredRewardsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            {"multipleOf": 0.1}                     ~ 0.3                  ~ 1
            {"multipleOf": 0.1}                     ~ 0.35                 ~ 0
            {"multipleOf": 1e-8}                    ~ 1e300                ~ 1
            {"pattern": "^\\\\d$"}                  ~ "٣"                  ~ 0
            {"pattern": "^a$"}                      ~ "a\\n"               ~ 0
            {"pattern": "^\\\\p{L}+$"}              ~ "né"                 ~ 1
            {"minLength": 2}                        ~ "😀"                 ~ 0
            {"maximum": 9007199254740992}           ~ 9007199254740993     ~ 0
            {"const": 1}                            ~ 1.0                  ~ 1
            {"const": 1}                            ~ true                 ~ 0
            {"const": 0.1}                          ~ 0.1000000000000000055 ~ 0
            {"type": "integer"}                     ~ 1.0                  ~ 1
            {"type": "integer"}                     ~ 1e2                  ~ 1
            {"uniqueItems": true}                   ~ [[1], [true], [1]]   ~ 0
            {"uniqueItems": true}                   ~ [1, true]            ~ 1
            {"properties": {"a": false}}            ~ {"a": 1}             ~ 0
            {"items": {"$ref": "#"}}                ~ [[[]]]               ~ 1
            """)
    void standardRulesAreExact(String schema, String response, double reward) {
        assertThat(schema(response.strip(), schema.strip(), false, false).reward())
                .isEqualTo(reward);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2}", "{\"a\":NaN}", "{\"a\":1,}", "{'a':1}", "\ufeff{}", "// c\n{}", "{} {}", "[1",
                        "01",
                "1.", ".5", "+1", "\"\\x41\"", "\"tab\there\"", "", "1e99999", "nul", "{\"a\"}"
            })
    void whatIsNotStrictJsonEarnsNothingAndSaysWhy(String response) {
        RewardResult result = schema(response, "{}", false, false);

        assertThat(result.reward()).isZero();
        assertThat(result.extras().get("reason")).asString().startsWith("not JSON: ");
    }

    @Test
    void depthIsLimitedAndDeepValuesAreStillHeldAgainstTheirSchema() {
        String open = "[".repeat(1_000);
        String close = "]".repeat(1_000);

        assertThat(schema(open + close, "{\"items\":{\"$ref\":\"#\"},\"type\":\"array\"}", false, false)
                        .reward())
                .isEqualTo(1.0);
        assertThat(schema("[" + open + close + "]", "{}", false, false).extras().get("reason"))
                .asString()
                .contains("nested deeper than 1000");
        assertThat(schema("[".repeat(1_000_000), "{}", false, false).reward()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"flavour\"}",
                "{\"$ref\":\"#/nope\"}",
                "{\"properties\":{\"a\":{\"$ref\":\"#nope\"}}}",
                "{\"$ref\":\"https://example.com/schema\"}",
                "{\"pattern\":\"(\"}",
                "{\"minLength\":-1}",
                "5",
                "{\"$ref\":\"#\"}",
                "{\"required\":[\"a\",\"a\"]}",
                "{\"allOf\":[]}"
            })
    void brokenSchemasAreUnscored(String schema) {
        assertThatThrownBy(() -> schema("{}", schema, false, false))
                .isInstanceOfSatisfying(
                        UnscoredException.class, e -> assertThat(e.reason()).isEqualTo(Score.Reason.MISSING_FIELD));
    }

    @Test
    void patternsThatExplodeEndWithTheBudgetAndEarnNothing() {
        RewardResult result = schema("\"" + "a".repeat(5_000) + "!\"", "{\"pattern\":\"^(a+)+$\"}", false, false);

        assertThat(result.reward()).isZero();
        assertThat(result.extras().get("reason")).asString().startsWith("budget: ");
    }

    @Test
    void fencesAreTakenOffAndTheLastBlockCounts() {
        String two = "First ```x``` try:\n```json\n{\"a\": 0}\n```\nBetter:\n```json\n{\"a\": 1}\n```\nDone.";

        assertThat(schema(two, "{\"properties\":{\"a\":{\"const\":1}}}", false, false)
                        .reward())
                .isEqualTo(1.0);
        assertThat(StructuredRewards.jsonSchema(two, json("{}"), false, false, false, Optional.empty())
                        .reward())
                .isZero();
        assertThat(StructuredRewards.jsonFormat("```\n[1]\n```", true).reward()).isEqualTo(1.0);
        assertThat(StructuredRewards.jsonFormat("Here: [1]", true).reward()).isZero();
    }

    @Test
    void strictRequiresEveryPropertyAndAllowsNoOther() {
        String schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"properties\":{\"b\":{}}}}}";

        assertThat(schema("{}", schema, false, false).reward()).isEqualTo(1.0);
        assertThat(schema("{}", schema, true, false).reward()).isZero();
        assertThat(schema("{\"a\":{\"b\":1}}", schema, true, false).reward()).isEqualTo(1.0);
        assertThat(schema("{\"a\":{\"b\":1,\"c\":2}}", schema, true, false).reward())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "date-time, 2026-02-28T23:59:60Z, 1",
        "date-time, 2026-02-29T00:00:00Z, 0",
        "date, 2024-02-29, 1",
        "time, 24:00:00Z, 0",
        "email, a@b.c, 1",
        "email, a..b@c.d, 0",
        "ipv4, 1.2.3.4, 1",
        "ipv4, 01.2.3.4, 0",
        "ipv6, ::ffff:1.2.3.4, 1",
        "ipv6, 1::2::3, 0",
        "uuid, 123e4567-e89b-12d3-a456-426614174000, 1",
        "uri, /a, 0",
        "uri-reference, /a, 1",
        "duration, P1DT2H, 1",
        "duration, P, 0",
        "hostname, -a.b, 0",
        "json-pointer, /a~2, 0",
        "relative-json-pointer, 1#, 1",
        "regex, (, 0",
        "unknown, x, 1"
    })
    void formatsAreAssertedOnlyWhereAsked(String format, String text, double reward) {
        String schema = "{\"format\":\"" + format + "\"}";

        assertThat(schema("\"" + text + "\"", schema, false, true).reward()).isEqualTo(reward);
        assertThat(schema("\"" + text + "\"", schema, false, false).reward()).isEqualTo(1.0);
        assertThat(schema("5", schema, false, true).reward()).isEqualTo(1.0);
    }

    @Test
    void pointersAndIdentifiersAreResolvedWithinTheSchema() {
        assertThat(schema("null", "{\"$ref\":\"#/$defs/a~1b\",\"$defs\":{\"a/b\":{\"type\":\"null\"}}}", false, false)
                        .reward())
                .isEqualTo(1.0);
        assertThat(schema(
                                "1",
                                "{\"$id\":\"https://x.y/a/root\",\"$ref\":\"part#p\",\"$defs\":{\"p\":{\"$id\":\"part\",\"$anchor\":\"p\",\"type\":\"null\"}}}",
                                false,
                                false)
                        .reward())
                .isZero();
    }

    @Test
    void dynamicReferencesFindTheOutermostAnchor() {
        String schema = """
                {"$id":"https://x.y/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,
                 "$defs":{"tree":{"$id":"https://x.y/tree","$dynamicAnchor":"node","type":"object",
                  "properties":{"kids":{"type":"array","items":{"$dynamicRef":"#node"}}}}}}""";

        assertThat(schema("{\"kids\":[{\"kids\":[]}]}", schema, false, false).reward())
                .isEqualTo(1.0);
        assertThat(schema("{\"kids\":[{\"kid\":[]}]}", schema, false, false).reward())
                .isZero();
    }

    /** Whatever the value: a schema and its negation never both accept or both refuse it. */
    @Test
    void notTurnsEveryVerdictRound() {
        Random random = new Random(20);
        List<String> schemas = List.of(
                "{\"type\":[\"array\",\"string\"]}",
                "{\"minLength\":2}",
                "{\"contains\":{\"const\":1},\"minContains\":2}",
                "{\"uniqueItems\":true,\"maxItems\":3}",
                "{\"required\":[\"a\"]}",
                "{\"propertyNames\":{\"pattern\":\"^[a-b]$\"}}",
                "{\"multipleOf\":0.5}",
                "{\"oneOf\":[{\"type\":\"integer\"},{\"minimum\":2}]}",
                "{\"prefixItems\":[{\"type\":\"integer\"}],\"unevaluatedItems\":{\"type\":\"string\"}}");
        for (int i = 0; i < 2_000; i++) {
            String schema = schemas.get(random.nextInt(schemas.size()));
            String value = JsonCodec.write(value(random, 3));
            double plain = schema(value, schema, false, false).reward();
            double turned =
                    schema(value, "{\"not\":" + schema + "}", false, false).reward();
            assertThat(plain + turned).as(schema + " " + value).isEqualTo(1.0);
            assertThat(schema(value, "{\"allOf\":[" + schema + "," + schema + "]}", false, false)
                            .reward())
                    .isEqualTo(plain);
        }
    }

    @Test
    void pythonNameKeepsPythonsErrors() {
        assertThat(python("{\"multipleOf\":0.1}", "0.3")).isEqualTo(List.of(List.of("$", "multipleOf")));
        assertThat(python("{\"pattern\":\"^\\\\d$\"}", "\"٣\"")).isEqualTo(List.of());
        assertThat(python("{\"required\":[\"b\",\"a\"],\"properties\":{\"x y\":{\"type\":\"null\"}}}", "{\"x y\":1}"))
                .isEqualTo(List.of(List.of("$", "required"), List.of("$", "required"), List.of("$['x y']", "type")));
    }

    private static @Nullable Object python(String schema, String instance) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("instance", json(instance).value());
        return StructuredRewards.jsonschema(json(schema), Sample.of("1", "", List.of(), fields))
                .extras()
                .get("errors");
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt(-2, 4);
            case 3 -> random.nextInt(-4, 8) / 4.0;
            case 4 -> "ab".substring(random.nextInt(3));
            case 5 -> "😀";
            case 6 -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(value(random, depth - 1));
                }
                yield list;
            }
            default -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    map.put("abc".substring(i, i + 1), value(random, depth - 1));
                }
                yield map;
            }
        };
    }

    private static RewardResult schema(String response, String schema, boolean strict, boolean formats) {
        return StructuredRewards.jsonSchema(response, json(schema), true, strict, formats, Optional.empty());
    }

    private static Json json(String text) {
        return JsonCodec.read(text, "the test");
    }
}
