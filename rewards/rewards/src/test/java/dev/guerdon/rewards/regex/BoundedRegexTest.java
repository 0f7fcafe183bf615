package dev.guerdon.rewards.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedRegexTest {

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            ^a+b$        ~ aab    ~ true
            ^a+b$        ~ aabc   ~ false
            (a|ab)(c|bcd)(d*) ~ abcd ~ true
            (\\w+) \\1   ~ the the ~ true
            (\\w+) \\1   ~ the cat ~ false
            (?<=\\d{2})x ~ a12x   ~ true
            (?<!\\d)x    ~ 1x     ~ false
            (?>a*)ab     ~ aaab   ~ false
            a++b         ~ aab    ~ true
            (a)?(?(1)b|c) ~ c     ~ true
            (?i)STRASSE  ~ strasse ~ true
            (?x) a \\ b  ~ a b    ~ true
            ^(?:a{2,3}?){2}$ ~ aaaaa ~ true
            \\d          ~ ٣      ~ true
            ^.$          ~ 😀     ~ true
            """)
    void pythonPatternsMatchAsInPython(String pattern, String text, boolean found) throws BadPattern {
        assertThat(BoundedRegex.compile(pattern.strip().replace("\\\\", "\\"), Flavor.PYTHON, false)
                        .found(text.strip(), new GradingSteps(10_000)))
                .isEqualTo(found);
    }

    @Test
    void endOfPythonTextMayBeBeforeTheLastLineFeedButEcmaEndIsTheEnd() throws BadPattern {
        assertThat(found("b$", Flavor.PYTHON, "ab\n")).isTrue();
        assertThat(found("b$", Flavor.ECMA, "ab\n")).isFalse();
        assertThat(found("b\\Z", Flavor.PYTHON, "ab\n")).isFalse();
    }

    @Test
    void ecmaPatternsKnowPropertiesAsciiDigitsAndForwardReferences() throws BadPattern {
        assertThat(found("^\\p{L}+$", Flavor.ECMA, "né")).isTrue();
        assertThat(found("^\\P{Script=Greek}$", Flavor.ECMA, "α")).isFalse();
        assertThat(found("^\\d$", Flavor.ECMA, "٣")).isFalse();
        assertThat(found("^\\k<n>(?<n>a)$", Flavor.ECMA, "a")).isTrue();
        assertThat(found("(?<=a+)b", Flavor.ECMA, "aab")).isTrue();
        assertThat(found("^[]$", Flavor.ECMA, "]")).isFalse();
        assertThat(found("^\\u{1F600}$", Flavor.ECMA, "😀")).isTrue();
        assertThat(found("^\\ud83d\\ude00$", Flavor.ECMA, "😀")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a**",
                "^*",
                "(",
                ")",
                "[",
                "[b-a]",
                "\\",
                "a{2}{3}",
                "(?<=a+)b",
                "(?P=n)",
                "\\1(a)",
                "(a\\1)",
                "x(?i)",
                "(?P<1>a)",
                "\\e",
                "a{3,2}",
                "(?-i)a",
                "\\400",
                "(?(2)a|b)",
                "\\p{L}"
            })
    void whatPythonRefusesIsRefused(String pattern) {
        assertThatThrownBy(() -> BoundedRegex.compile(pattern, Flavor.PYTHON, false))
                .isInstanceOf(BadPattern.class)
                .hasMessageContaining("at position");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\Z", "(?P<n>a)", "(?i)a", "a++", "\\p{Nope}", "\\u{110000}", "(?=a)*", "\\k<n>"})
    void whatEcmaRefusesIsRefused(String pattern) {
        assertThatThrownBy(() -> BoundedRegex.compile(pattern, Flavor.ECMA, false))
                .isInstanceOf(BadPattern.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|aa)+$", "(.*)*x", "(?:a?){30}a{30}$", "((a*)*)*b", "(?<=(a+)+)c"})
    void catastrophicPatternsSpendTheirBudgetAndEnd(String pattern) {
        Flavor flavor = pattern.startsWith("(?<=") ? Flavor.ECMA : Flavor.PYTHON;
        assertThatThrownBy(() -> BoundedRegex.compile(pattern, flavor, false)
                        .found("a".repeat(3_000) + "!", new GradingSteps(200_000)))
                .isInstanceOf(StepsSpent.class);
    }

    @Test
    void longTextsDoNotOverflowTheStack() throws BadPattern {
        assertThat(BoundedRegex.compile("^(a|b)*c$", Flavor.PYTHON, false)
                        .found("ab".repeat(100_000) + "c", new GradingSteps(10_000_000)))
                .isTrue();
    }

    @Test
    void repeatsThatWouldFillTheMemoryAreRefused() {
        assertThatThrownBy(() -> BoundedRegex.compile("((ab){1000}){1000}", Flavor.PYTHON, false))
                .isInstanceOf(BadPattern.class)
                .hasMessageContaining("too large");
    }

    private static boolean found(String pattern, Flavor flavor, String text) throws BadPattern {
        return BoundedRegex.compile(pattern, flavor, false).found(text, new GradingSteps(100_000));
    }
}
