package dev.guerdon.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BodyBudgetTest {

    private final BodyBudget budget = new BodyBudget(3 << 20, Duration.ofMillis(10));

    @Test
    void largeBodiesWaitForEachOtherAndAreToldAfterAWhile() {
        try (BodyBudget.Share first = budget.take(300_000)) {
            assertThat(first.units()).isPositive();
            assertThatThrownBy(() -> budget.take(300_000))
                    .isInstanceOf(ServeException.class)
                    .hasMessageContaining("try again");
        }
        budget.take(300_000).close();
    }

    @Test
    void smallBodiesGoBesideLargeOnes() {
        try (BodyBudget.Share large = budget.take(BodyBudget.LARGEST);
                BodyBudget.Share small = budget.take(100);
                BodyBudget.Share none = budget.take(0)) {
            assertThat(large.units()).as("larger than the budget, so alone").isEqualTo(2048);
            assertThat(small.units()).isEqualTo(1);
            assertThat(none.units()).isZero();
        }
    }

    @Test
    void aBodyOfUnknownLengthCountsAsTheLargest() {
        try (BodyBudget.Share chunked = budget.take(-1)) {
            assertThat(chunked.units()).isEqualTo(2048);
        }
    }
}
