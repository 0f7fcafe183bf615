package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class PassAtKTest {

    /** The estimator of Chen et al., "Evaluating Large Language Models Trained on Code" (2021), equation 1, in exact arithmetic. */
    @Test
    void agreesWithTheFormulaInExactArithmetic() {
        for (int n : new int[] {1, 2, 5, 20, 100, 200}) {
            for (int c = 0; c <= n; c += Math.max(1, n / 7)) {
                for (int k = 1; k <= n; k += Math.max(1, n / 5)) {
                    BigDecimal fail = new BigDecimal(choose(n - c, k))
                            .divide(new BigDecimal(choose(n, k)), MathContext.DECIMAL128);
                    double expected = BigDecimal.ONE.subtract(fail).doubleValue();
                    assertThat(Metrics.passAt(n, c, k))
                            .as("n %d, c %d, k %d", n, c, k)
                            .isCloseTo(expected, within(1e-12));
                }
            }
        }
    }

    @Test
    void doesNotOverflowWhereFactorialsDo() {
        assertThat(Metrics.passAt(100_000, 50_000, 1)).isCloseTo(0.5, within(1e-9));
        assertThat(Metrics.passAt(100_000, 1, 50_000)).isCloseTo(0.5, within(1e-9));
    }

    private static BigInteger choose(int n, int k) {
        BigInteger product = k > n ? BigInteger.ZERO : BigInteger.ONE;
        for (int i = 0; i < k && k <= n; i++) {
            product = product.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
        }
        return product;
    }
}
