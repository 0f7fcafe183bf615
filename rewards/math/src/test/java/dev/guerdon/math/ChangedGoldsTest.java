package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No gold answer with one thing changed is paid, but for those that the change leaves equal. */
class ChangedGoldsTest {

    /** (-1)^2 is 1, the cosine is even, nine choose five is nine choose four, zero has no sign. */
    private static final Set<String> STILL_EQUAL = Set.of(
            "(-1)^{n-1} || (-1)^{n+1}",
            "\\cos\\frac{-2\\pi}{7} || \\cos\\frac{2\\pi}{7}",
            "C(9,5) || C(9,4)",
            "-0<k<4 || 0<k<4");

    @Test
    void noChangedGoldIsPaid() throws IOException {
        List<String> paid = new ArrayList<>();
        int tried = 0;
        for (String gold : golds()) {
            for (String changed : Change.of(gold)) {
                tried++;
                if (MathEquality.exact().equal("\\boxed{" + changed + "}", gold)) {
                    paid.add(changed + " || " + gold);
                }
            }
            assertThat(MathEquality.exact().equal("\\boxed{ " + gold + "}", gold))
                    .as(gold)
                    .isTrue();
        }
        System.out.println("changed golds: " + tried + ", paid " + paid.size() + " of which truly equal "
                + paid.stream().filter(STILL_EQUAL::contains).count());
        assertThat(tried).isGreaterThan(1900);
        assertThat(paid).isSubsetOf(STILL_EQUAL);
    }

    private static List<String> golds() throws IOException {
        try (InputStream in = ChangedGoldsTest.class.getResourceAsStream("/golds.txt")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
