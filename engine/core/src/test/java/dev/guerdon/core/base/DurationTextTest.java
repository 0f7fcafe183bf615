package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    private static final int ROUNDS = 20_000;

    @ParameterizedTest
    @CsvSource({
        "250ms, PT0.25S",
        "1.5s, PT1.5S",
        "90s, PT90S",
        "2m, PT2M",
        "2min, PT2M",
        "1m 30s, PT90S",
        "1h 0m, PT1H",
        "1h30m, PT90M",
        "0.5 h, PT30M",
        "0.000001ms, PT0.000000001S",
        "0ms, PT0S"
    })
    void readsWhatPeopleWrite(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "1,5s", "30s 1m", "1m 1m", "1m 30", "-1s", "5 s x", "1d"})
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("such as 250ms")
                .hasMessageEndingWith("found '" + text + "'");
    }

    @Test
    void readsWhatItShowsToPeopleAsExactlyAsItWasShown() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < ROUNDS; i++) {
            Duration duration = random(random);
            String shown = DurationText.format(duration);
            Duration read = DurationText.parse(shown);
            long seconds = duration.toSeconds();
            Duration error = seconds < 1
                    ? Duration.ofMillis(1)
                    : seconds < 60
                            ? Duration.ofMillis(51)
                            : seconds < 3600 ? Duration.ofSeconds(1) : Duration.ofMinutes(1);
            assertThat(read.minus(duration).abs()).as(shown).isLessThan(error);
        }
    }

    @Test
    void readsWhatItWritesForProgramsToTheNanosecond() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < ROUNDS; i++) {
            Duration duration = random(random);
            assertThat(DurationText.parse(DurationText.exact(duration)))
                    .as(DurationText.exact(duration))
                    .isEqualTo(duration);
        }
    }

    @ParameterizedTest
    @CsvSource({"PT90S, 90s", "PT1H, 1h", "PT1.5S, 1500ms", "PT0.0005S, 0.5ms", "PT0S, 0ms", "PT60S, 1m"})
    void writesForProgramsInOneUnit(Duration duration, String expected) {
        assertThat(DurationText.exact(duration)).isEqualTo(expected);
    }

    @Test
    void writesTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            for (String tag : new String[] {"de-DE", "ar-EG-u-nu-arab", "tr-TR"}) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertThat(DurationText.format(Duration.ofMillis(1500))).as(tag).isEqualTo("1.5s");
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Of every size, and often whole in some unit. */
    private static Duration random(SplittableRandom random) {
        long[] units = {1, 1_000_000, 100_000_000, 1_000_000_000, 60_000_000_000L, 3_600_000_000_000L};
        long unit = units[random.nextInt(units.length)];
        return Duration.ofNanos(unit * random.nextLong(1, 1L << random.nextInt(1, 12)));
    }
}
