package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CaseFoldingTest {

    @Test
    void foldsAsPythonDoes() {
        assertThat(CaseFolding.casefold("Straße ΣΑΣ ﬁ İ")).isEqualTo("strasse σασ fi i\u0307");
        assertThat(CaseFolding.casefold("\u13A0\uAB70\u13F8")).isEqualTo("\u13A0\u13A0\u13F0");
        assertThat(CaseFolding.casefold("𐐀A")).isEqualTo("𐐨a");
    }

    @Test
    void charactersHaveTheValuesThatPythonGives() {
        assertThat(CaseFolding.numeric('7')).isEqualTo(7.0);
        assertThat(CaseFolding.numeric('½')).isEqualTo(0.5);
        assertThat(CaseFolding.numeric('Ⅻ')).isEqualTo(12.0);
        assertThat(CaseFolding.numeric('億')).isEqualTo(1e8);
        assertThat(CaseFolding.numeric('²')).isEqualTo(2.0);
        assertThat(CaseFolding.numeric(0x1D7D9)).isEqualTo(1.0);
        assertThat(CaseFolding.numeric('x')).isNaN();
    }

    @Test
    void digitsAreNotOnlyDecimal() {
        assertThat(PythonStrings.isDigits("12²٣④")).isTrue();
        assertThat(PythonStrings.isDigits("½")).isFalse();
        assertThat(PythonStrings.isDigits("")).isFalse();
    }
}
