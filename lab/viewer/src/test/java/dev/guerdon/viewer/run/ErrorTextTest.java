package dev.guerdon.viewer.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            Timeout after 30000 ms                                        | Timeout after # ms
            took 1.5s, then 2.25s                                         | took #s, then #s
            GET https://example.org/a?b=1 failed: 502.                    | GET <url> failed: #.
            cannot read /var/lib/x/run_1.txt: no such file                | cannot read <path>: no such file
            cannot read C:\\Users\\me\\a.txt now                          | cannot read <path> now
            no element 'a12' on the page                                  | no element '…' on the page
            it can't click on "the \\'best\\' link" 3 times               | it can't click on "…" # times
            don't panic, can't happen                                     | don't panic, can't happen
            request 550e8400-e29b-41d4-a716-446655440000 was lost         | request <id> was lost
            at 0x7ffe12ab in module                                       | at <id> in module
            commit deadbeef12 is gone                                     | commit <id> is gone
            deadbeef is a word without digits                             | deadbeef is a word without digits
            step 3 of 30: node17 is detached                              | step # of #: node# is detached
            10.0.0.1:8080 refused                                         | # refused
            2026-11-15T10:00:00Z too late                                 | #T#Z too late
            and/or is no path                                             | and/or is no path
            a quote " that is never closed                                | a quote " that is never closed
            """)
    void messageBecomesItsKind(String message, String kind) {
        assertThat(ErrorText.normalised(message)).isEqualTo(kind);
    }

    @Test
    void linesAndSpacesAreOneSpace() {
        assertThat(ErrorText.normalised("  a\n\tb   c\n")).isEqualTo("a b c");
    }

    @Test
    void longMessagesTakeNoLongTime() {
        String hostile = "'a".repeat(500_000) + "\"".repeat(500_000) + "0x".repeat(500_000) + "://".repeat(100_000);
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> ErrorText.normalised(hostile));
    }

    @Test
    void anyTextIsFolded() {
        SplittableRandom dice = new SplittableRandom(3);
        String alphabet = "a1 '\"`/\\.:-_xf0~“”é\n(,";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = dice.nextInt(30); i > 0; i--) {
                text.append(alphabet.charAt(dice.nextInt(alphabet.length())));
            }
            String once = ErrorText.normalised(text.toString());
            assertThat(once.chars().anyMatch(Character::isDigit))
                    .as("%s became %s", text, once)
                    .isFalse();
        }
    }
}
