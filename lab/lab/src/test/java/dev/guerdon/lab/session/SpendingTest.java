package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.session.ChangeTrial.Spending;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpendingTest {

    private static double next(Verdict... verdicts) {
        List<Decision> decided = new ArrayList<>();
        decided.add(decision(Verdict.START));
        Arrays.stream(verdicts).map(SpendingTest::decision).forEach(decided::add);
        return Spending.next(0.05, 5, decided);
    }

    private static Decision decision(Verdict verdict) {
        return new Decision("", "", "", verdict, "", List.of());
    }

    @Test
    void eachChangeHasItsShare() {
        assertThat(next()).isCloseTo(0.01, within(1e-12));
        assertThat(next(Verdict.ROLLED_BACK, Verdict.UNDECIDED)).isCloseTo(0.01, within(1e-12));
    }

    @Test
    void whatWasKeptOrNeverTestedPassesItsShareOn() {
        assertThat(next(Verdict.KEPT)).isCloseTo(0.02, within(1e-12));
        assertThat(next(Verdict.KEPT, Verdict.FAILED)).isCloseTo(0.03, within(1e-12));
        assertThat(next(Verdict.KEPT, Verdict.KEPT, Verdict.ROLLED_BACK)).isCloseTo(0.01, within(1e-12));
    }

    @Test
    void noChangeHasMoreThanAll() {
        assertThat(next(Verdict.KEPT, Verdict.KEPT, Verdict.KEPT, Verdict.KEPT, Verdict.KEPT, Verdict.KEPT))
                .isCloseTo(0.05, within(1e-12));
    }
}
