package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', 0, 0, 0",
        "'', abc, 3, 3, 3",
        "kitten, sitting, 3, 3, 5",
        "score, socre, 2, 1, 2",
        "abcd, badc, 3, 2, 4",
        "ca, abc, 3, 3, 3",
        "flaw, lawn, 2, 2, 2",
        "same, same, 0, 0, 0",
    })
    void countsTheFewestEdits(String a, String b, int levenshtein, int withSwaps, int withoutReplacing) {
        assertThat(EditDistance.levenshtein(a, b)).isEqualTo(levenshtein);
        assertThat(EditDistance.levenshtein(b, a)).isEqualTo(levenshtein);
        assertThat(EditDistance.withSwaps(a, b)).isEqualTo(withSwaps);
        assertThat(EditDistance.withSwaps(b, a)).isEqualTo(withSwaps);
        assertThat(EditDistance.withoutReplacing(a, b)).isEqualTo(withoutReplacing);
        assertThat(EditDistance.commonSubsequence(b, a)).isEqualTo((a.length() + b.length() - withoutReplacing) / 2);
    }
}
