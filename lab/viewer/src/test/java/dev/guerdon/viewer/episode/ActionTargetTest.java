package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ActionTargetTest {

    private static final Map<String, List<Double>> BOXES = Map.of(
            "12", List.of(10.0, 20.0, 30.0, 40.0),
            "a51", List.of(1.0, 2.0, 3.0, 4.0),
            "gone", List.of(Double.NaN, 0.0, 0.0, 0.0));

    @Test
    void anElementIsItsBox() {
        assertThat(ActionTarget.of("click('12')", BOXES)).containsExactly(new ActionTarget(10, 20, 30, 40));
        assertThat(ActionTarget.of("fill(\"a51\", 'click(\"12\")')", BOXES)).startsWith(new ActionTarget(1, 2, 3, 4));
    }

    @Test
    void coordinatesArePoints() {
        assertThat(ActionTarget.of("mouse_click(30, 40.5)", Map.of()))
                .containsExactly(new ActionTarget(30, 40.5, 0, 0));
        assertThat(ActionTarget.of("mouse_drag_and_drop(1, 2, 3, 4)", Map.of()))
                .containsExactly(new ActionTarget(1, 2, 0, 0), new ActionTarget(3, 4, 0, 0));
    }

    @Test
    void dragsHaveTwoEnds() {
        assertThat(ActionTarget.of("drag_and_drop('12', 'a51')", BOXES)).hasSize(2);
    }

    @Test
    void whatHasNoPlaceIsNotDrawn() {
        assertThat(ActionTarget.of("noop(0)", BOXES)).isEmpty();
        assertThat(ActionTarget.of("click('13')", BOXES)).isEmpty();
        assertThat(ActionTarget.of("click('gone')", BOXES)).isEmpty();
        assertThat(ActionTarget.of("goto('http://x/mouse_click')", BOXES)).isEmpty();
        assertThat(ActionTarget.of("", BOXES)).isEmpty();
    }

    @Test
    void aProgramOfManyActionsIsBounded() {
        assertThat(ActionTarget.of("click('12')\n".repeat(10_000), BOXES)).hasSize(8);
    }
}
