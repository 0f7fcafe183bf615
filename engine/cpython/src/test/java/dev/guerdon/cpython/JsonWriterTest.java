package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    @Test
    void writesJsonAsPythonDoes() {
        Map<String, @Nullable Object> value = new LinkedHashMap<>();
        value.put("a", List.of());
        value.put("b", new ArrayList<>(List.of(1, 1e-5, "é\ud83d\ude00\u007f\"")));
        value.put("c", null);
        value.put("d", Map.of());
        assertThat(JsonWriter.line(value))
                .isEqualTo(
                        "{\"a\": [], \"b\": [1, 1e-05, \"\\u00e9\\ud83d\\ude00\\u007f\\\"\"], \"c\": null, \"d\": {}}");
        assertThat(JsonWriter.indented(Map.of("x", List.of(1, 2)), 4))
                .isEqualTo("{\n    \"x\": [\n        1,\n        2\n    ]\n}");
        assertThat(JsonReader.read(JsonWriter.line(List.of(1.5, "é\ud83d\ude00")))
                        .orElseThrow()
                        .value())
                .isEqualTo(List.of(1.5, "é\ud83d\ude00"));
    }

    @Test
    void namesThatAreNoStringsAreWrittenAsStrings() {
        Map<@Nullable Object, Object> value = new LinkedHashMap<>();
        value.put(null, 1);
        value.put(true, 2);
        value.put(1e20, 3);
        assertThat(JsonWriter.line(value)).isEqualTo("{\"null\": 1, \"true\": 2, \"1e+20\": 3}");
    }

    @Test
    void templatesGetSortedNamesAndNothingThatHtmlReads() {
        Map<String, @Nullable Object> value = new LinkedHashMap<>();
        value.put("\ud83d\ude00", null);
        value.put("\uffff", "<a href='x'>&");
        assertThat(JsonWriter.template(value))
                .isEqualTo("{\"\\uffff\": \"\\u003ca href=\\u0027x\\u0027\\u003e\\u0026\", \"\\ud83d\\ude00\": null}");
    }
}
