package dev.guerdon.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RewardNameTest {

    @Test
    void aPlainNameHasNoOptions() {
        assertThat(RewardName.of("qa_f1_reward")).isEqualTo(new RewardName("qa_f1_reward", Map.of()));
        assertThat(RewardName.of("qa_f1_reward()").text()).isEqualTo("qa_f1_reward");
    }

    @Test
    void valuesAreJsonOrBareText() {
        RewardName name = RewardName.of("r( a = bold,b=0.5 , c=true, d=\"x, (y)\", e=[1, \"]\"], f={\"g\": 2} )");
        assertThat(name.name()).isEqualTo("r");
        assertThat(name.options())
                .isEqualTo(Map.of(
                        "a", "bold", "b", 0.5, "c", true, "d", "x, (y)", "e", List.of(1, "]"), "f", Map.of("g", 2)));
    }

    @Test
    void theTextReadsAsTheSameOptions() {
        Random random = new Random(7);
        String alphabet = "ab1.,()=\"\\ []{}é😀-+tru";
        for (int i = 0; i < 2_000; i++) {
            Map<String, Object> options = new LinkedHashMap<>();
            for (int n = random.nextInt(4); n >= 0; n--) {
                StringBuilder value = new StringBuilder();
                for (int k = random.nextInt(6); k > 0; k--) {
                    value.appendCodePoint(alphabet.codePointAt(random.nextInt(alphabet.length() - 1)));
                }
                options.put(
                        "o" + n,
                        n == 0 ? random.nextInt(100) / 8.0 : value.toString().replaceAll("[\\ud800-\\udfff]", ""));
            }
            RewardName name = new RewardName("some_reward", options);
            assertThat(RewardName.of(name.text())).as(name.text()).isEqualTo(name);
            assertThat(RewardName.parts("first," + name.text())).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"r(a=1", "r(a)", "r(=1)", "r(a=)", "r(a=1, a=2)", "r(a=1),s", "r(a=1) x", "r(,)"})
    void whatIsNotANameIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> RewardName.of(text))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("math_equal_reward(extraction=bold)");
    }

    @Test
    void listsAreSplitAtTheirOwnCommasOnly() {
        assertThat(RewardName.parts("a,b(x=1,y=\"),\"),c")).containsExactly("a", "b(x=1,y=\"),\")", "c");
    }
}
