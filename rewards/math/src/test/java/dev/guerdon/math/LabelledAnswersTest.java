package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.LabelledAnswers.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No near miss of a class that was paid once is paid, and right answers of a class that was refused once are. */
class LabelledAnswersTest {

    private static final long SEED = Long.getLong("guerdon.math.classes.seed", 11);
    private static final int COUNT = Integer.getInteger("guerdon.math.classes", 150);

    private static boolean paid(Pair pair) {
        try {
            return MathEquality.exact().equal(pair.response(), pair.answer());
        } catch (UnscoredException e) {
            return false;
        }
    }

    /** Returns the pairs whose verdict is not their label, and prints how many there are of each class. */
    private static List<String> mistaken(Map<String, List<Pair>> classes, String label) {
        List<String> mistaken = new ArrayList<>();
        classes.forEach((name, pairs) -> {
            int before = mistaken.size();
            for (Pair pair : pairs) {
                if (paid(pair) != pair.equal()) {
                    mistaken.add(name + ": " + pair.response() + " || " + pair.answer());
                }
            }
            System.out.printf(
                    "%s | %s | %d | %.2f %%%n",
                    label, name, pairs.size(), 100.0 * (pairs.size() - mistaken.size() + before) / pairs.size());
        });
        return mistaken;
    }

    @Test
    void noNearMissIsPaid() {
        assertThat(mistaken(LabelledAnswers.wrong(SEED, COUNT), "wrong")).isEmpty();
    }

    @Test
    void rightAnswersInOtherFormsArePaid() {
        assertThat(mistaken(LabelledAnswers.right(SEED, COUNT), "right")).isEmpty();
    }
}
