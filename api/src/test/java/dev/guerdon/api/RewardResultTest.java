package dev.guerdon.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RewardResultTest {

    private final RewardResult.ExtraNames names = RewardResult.ExtraNames.of("f1", "em");

    @Test
    void resultHasTheExtrasInOrder() {
        RewardResult result = names.result(0.5, 0.25, 1.0);

        assertThat(result.reward()).isEqualTo(0.5);
        assertThat(result.extras()).containsExactly(Map.entry("f1", 0.25), Map.entry("em", 1.0));
    }

    @Test
    void resultEqualsOneMadeFromAMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("f1", 0.25);
        map.put("em", 1.0);

        assertThat(names.result(0.5, 0.25, 1.0))
                .isEqualTo(new RewardResult(0.5, map))
                .hasSameHashCodeAs(new RewardResult(0.5, map));
    }

    @Test
    void lookupFindsWhatIsThereAndNothingElse() {
        Map<String, Object> extras = names.result(0, 0.25, 1.0).extras();
        Map<String, Object> seen = new LinkedHashMap<>();
        extras.forEach(seen::put);

        assertThat(extras.get("em")).isEqualTo(1.0);
        assertThat(extras.get("precision")).isNull();
        assertThat(extras.containsKey("f1")).isTrue();
        assertThat(extras.containsKey("precision")).isFalse();
        assertThat(seen).isEqualTo(extras);
    }

    @Test
    void extrasCannotBeChanged() {
        double[] values = {1, 2};
        Map<String, Object> extras = names.result(0, values).extras();
        values[0] = 9;

        assertThat(extras.get("f1")).isEqualTo(1.0);
        assertThatThrownBy(() -> extras.put("f1", 3.0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> extras.remove("f1")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void wrongUseIsRefused() {
        assertThatThrownBy(() -> names.result(0, 1))
                .hasMessage("expected a value for each of [f1, em], found 1 values");
        assertThatThrownBy(() -> RewardResult.ExtraNames.of("f1", "f1")).hasMessageContaining("a name of its own");
    }
}
