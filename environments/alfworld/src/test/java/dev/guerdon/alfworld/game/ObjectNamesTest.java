package dev.guerdon.alfworld.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.alfworld.game.ProblemReader.ObjectNames;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ObjectNamesTest {

    private static List<String> names(List<String> ids) {
        BitSet all = new BitSet();
        all.set(0, ids.size());
        return ObjectNames.of(ids.stream().sorted().toList(), all);
    }

    @Test
    void numbersRunDownwardsInIdOrder() {
        assertThat(names(List.of("cabinet_bar_1", "cabinet_bar_2", "cabinet_bar__plus_3", "desk_bar_9")))
                .containsExactly("cabinet 3", "cabinet 2", "cabinet 1", "desk 1");
    }

    @Test
    void aBasinIsNamedAfterTheWholeId() {
        assertThat(names(List.of("sink_bar_1", "sink_bar_1_bar_sinkbasin"))).containsExactly("sink 1", "sinkbasin 1");
    }

    @Test
    void anIdWithoutBarsKeepsItsWordAndABlank() {
        assertThat(names(List.of("agent1", "a_minus_1_plus_2_dot_3_comma_4"))).containsExactly("a-1+2.3,4 ", "agent1 ");
    }

    @Test
    void objectsInNoInitialFactTakeNoNumber() {
        BitSet mentioned = new BitSet();
        mentioned.set(1);
        assertThat(ObjectNames.of(List.of("mug_bar_1", "mug_bar_2"), mentioned).get(1))
                .isEqualTo("mug 1");
    }
}
