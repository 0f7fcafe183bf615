package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FoldingTest {

    @Test
    void foldsAsPythonDoes() {
        assertThat(Folding.casefold("Straße ΣΑΣ ﬁ İ")).isEqualTo("strasse σασ fi i\u0307");
        assertThat(Folding.casefold("\u13A0\uAB70\u13F8")).isEqualTo("\u13A0\u13A0\u13F0");
        assertThat(Folding.casefold("𐐀A")).isEqualTo("𐐨a");
    }

    @Test
    void charactersHaveTheValuesThatPythonGives() {
        assertThat(Folding.numeric('7')).isEqualTo(7.0);
        assertThat(Folding.numeric('½')).isEqualTo(0.5);
        assertThat(Folding.numeric('Ⅻ')).isEqualTo(12.0);
        assertThat(Folding.numeric('億')).isEqualTo(1e8);
        assertThat(Folding.numeric('²')).isEqualTo(2.0);
        assertThat(Folding.numeric(0x1D7D9)).isEqualTo(1.0);
        assertThat(Folding.numeric('x')).isNaN();
    }

    @Test
    void digitsAreNotOnlyDecimal() {
        assertThat(CharacterClass.isDigits("12²٣④")).isTrue();
        assertThat(CharacterClass.isDigits("½")).isFalse();
        assertThat(CharacterClass.isDigits("")).isFalse();
    }
}
