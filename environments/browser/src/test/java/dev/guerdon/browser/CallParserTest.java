package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.PageAction.Call;
import dev.guerdon.cpython.PythonTuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallParserTest {

    private static final ActionSet MULTI = ActionSet.of("chat", "infeas", "bid", "coord", "nav", "tab");

    static List<Json> cases() {
        List<Json> cases = Vectors.lines("action_parse.jsonl");
        assertThat(cases).hasSize(181);
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsWhatTheReferenceReads(Json recorded) {
        String action = recorded.get("action").asString();
        compare(recorded, "loose_calls", "loose_error", () -> plain(CallParser.loose(action)));
        compare(recorded, "strict_calls", "strict_error", () -> plain(CallParser.strict(action)));
        compare(recorded, "to_code_default_multi", "to_code_default_multi_error", () -> code(MULTI, action));
        compare(recorded, "to_code_single", "to_code_single_error", () -> code(MULTI.withMultiaction(false), action));
        compare(
                recorded,
                "to_code_strict_multi",
                "to_code_strict_multi_error",
                () -> code(MULTI.withStrict(true), action));
    }

    private static void compare(Json recorded, String value, String error, java.util.function.Supplier<Object> actual) {
        try {
            Object found = actual.get();
            assertThat(recorded.find(error)).as(error).isEmpty();
            assertThat(found).as(value).isEqualTo(recorded.get(value).value());
        } catch (ActionException e) {
            assertThat(e.lastActionError())
                    .as(error)
                    .isEqualTo(recorded.get(error).value());
        }
    }

    private static String code(ActionSet set, String action) {
        return set.read(action).stream().map(call -> call.code() + "\n").collect(Collectors.joining());
    }

    private static Object plain(List<CallParser.Written> calls) {
        return calls.stream()
                .map(call -> {
                    List<@Nullable Object> arguments = new ArrayList<>();
                    call.positional().forEach(value -> arguments.add(plain(value)));
                    call.named().forEach(named -> {
                        Map<String, @Nullable Object> argument = new LinkedHashMap<>();
                        argument.put("named", named.name());
                        argument.put("value", plain(named.value()));
                        arguments.add(argument);
                    });
                    return List.of(call.name(), arguments);
                })
                .toList();
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Double d when d.isInfinite() -> Map.of("float", "inf");
            case List<?> list -> list.stream().map(CallParserTest::plain).collect(Collectors.toList());
            case PythonTuple tuple ->
                Map.of(
                        "tuple",
                        tuple.elements().stream().map(CallParserTest::plain).toList());
            case Map<?, ?> map ->
                Map.of(
                        "dict",
                        map.entrySet().stream()
                                .map(entry -> {
                                    List<@Nullable Object> pair = new ArrayList<>();
                                    pair.add(entry.getKey());
                                    pair.add(plain(entry.getValue()));
                                    return pair;
                                })
                                .toList());
            case null, default -> value;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"f(5 b=3)", "f(5, b=3)", "f(5,b=3,)", "f(5b=3)"})
    void theCommaBeforeNamedArgumentsMayBeMissing(String text) {
        assertThat(CallParser.strict(text).getFirst().named()).containsExactly(new Call.Named("b", 3));
    }

    @Test
    void messagesCountCodePointsAndLines() {
        assertThatThrownBy(() -> CallParser.strict("f('\ud83d\ude00')\n  \ud83d\ude00"))
                .hasMessage("Expected end of text, found '\ud83d\ude00'  (at char 9), (line:2, col:3)");
        assertThatThrownBy(() -> CallParser.strict("f(\\)"))
                .hasMessage("Expected ')', found '\\'  (at char 2), (line:1, col:3)");
    }

    @Test
    void brokenEscapesAreToldWithTheirBytes() {
        assertError("f(\"\u00e9\\u12\")", 10, 13, "truncated \\uXXXX escape", 1);
        assertError("f(\"\\\u00e9\\u12\")", 16, 19, "truncated \\uXXXX escape", 1);
        assertError("f(\"\"\"\n\n\\x4\"\"\")", 2, 4, "truncated \\xXX escape", 3);
        assertError("f(\"\\N{foo}\")", 0, 6, "unknown Unicode character name", 1);
        assertError("f(\"\\N{a\")", 0, 3, "malformed \\N character escape", 1);
        assertError("f(\"\\U00110000\")", 0, 9, "illegal Unicode character", 1);
        assertThatThrownBy(() -> CallParser.loose("f('a\0')"))
                .hasMessage("source code string cannot contain null bytes");
        assertThatThrownBy(() -> CallParser.loose("f('\ud800')"))
                .hasMessage("'utf-8' codec can't encode character '\\ud800' in position 1: surrogates not allowed");
    }

    private static void assertError(String text, int first, int last, String message, int line) {
        assertThatThrownBy(() -> CallParser.loose(text))
                .hasMessage(
                        "(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s (<unknown>, line %d)"
                                .formatted(first, last, message, line));
    }

    @Test
    void valuesNestAsDeepAsTheReferenceTakesAndNotWithoutEnd() {
        Function<Integer, String> nested = depth -> "f(" + "[".repeat(depth) + "]".repeat(depth) + ")";
        assertThat(CallParser.loose(nested.apply(45))).hasSize(1);
        assertThatThrownBy(() -> CallParser.loose(nested.apply(100_000)))
                .isInstanceOf(ActionException.class)
                .hasMessage("maximum recursion depth exceeded");
        assertThatThrownBy(() -> CallParser.loose("f(" + "9".repeat(5000) + ")"))
                .hasMessageStartingWith(
                        "Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits");
    }

    @Test
    void hostileTextsEndSoonAndOnlyWithActionExceptions() {
        Random random = new Random(7);
        String[] pieces = {
            "f(",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "'",
            "\"",
            "'''",
            "\"\"\"",
            "\\",
            "\\x",
            "\\u12",
            "\\N{",
            ",",
            "=",
            ":",
            "a",
            "b=",
            "1",
            "-",
            "1e9",
            ".5",
            "True",
            "None",
            "#",
            "\n",
            "\r",
            "\t",
            " ",
            "\0",
            "\ud800",
            "\ud83d\ude00",
            "\u00e9",
            "click"
        };
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 0; i < 20_000; i++) {
                StringBuilder text = new StringBuilder();
                for (int length = random.nextInt(40); length > 0; length--) {
                    text.append(pieces[random.nextInt(pieces.length)]);
                }
                read(text.toString());
            }
            for (String piece : pieces) {
                read(piece.repeat(200_000));
                read("f(" + String.join(",", Collections.nCopies(50_000, piece)));
            }
            read("\"'a(',".repeat(30_000));
            read("f(\"a(\",'a(',".repeat(20_000));
        });
    }

    private static void read(String text) {
        for (boolean strict : new boolean[] {true, false}) {
            try {
                MULTI.withStrict(strict).parse(text).forEach(Call::arguments);
            } catch (ActionException e) {
                assertThat(e.type()).isNotEmpty();
            }
        }
    }
}
