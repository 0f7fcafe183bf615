package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.browser.driver.PipedInput.Keys;
import dev.guerdon.browser.spi.PageException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The keys that agents name. */
class KeysTest {

    @Test
    void everySignOfTheKeyboardHasAKeyThatWritesIt() {
        for (char sign = ' '; sign <= '~'; sign++) {
            String text = String.valueOf(sign);
            assertThat(Keys.of(text).key()).isEqualTo(text);
            assertThat(Keys.of(text).text()).isEqualTo(text);
        }
    }

    @Test
    void shiftChangesWhatAKeyWritesAndNotWhereItIs() {
        assertThat(Keys.of("a").withShift().text()).isEqualTo("A");
        assertThat(Keys.of("Digit2").withShift().text()).isEqualTo("@");
        assertThat(Keys.of("Digit2").withShift().code()).isEqualTo("Digit2");
        assertThat(Keys.of("Enter").withShift()).isEqualTo(Keys.of("Enter"));
    }

    @Test
    void combinationsAreReadFromTheLeftAndMayEndWithAPlus() {
        assertThat(Keys.combination("Control+Shift+T")).isEqualTo(List.of("Control", "Shift", "T"));
        assertThat(Keys.combination("Control++")).isEqualTo(List.of("Control", "+"));
        assertThat(Keys.combination("+")).isEqualTo(List.of("+"));
        assertThat(Keys.combination("")).isEqualTo(List.of(""));
    }

    @Test
    void keyThatThereIsNotIsNamed() {
        assertThatThrownBy(() -> Keys.of("NotAKey"))
                .isInstanceOf(PageException.class)
                .hasMessage("Unknown key: \"NotAKey\"");
        assertThat(Keys.find("é")).isEmpty();
    }
}
