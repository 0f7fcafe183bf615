package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whether a report can be read: by people who see little contrast, at night, and on paper. */
class ReportStyleTest {

    /** What WCAG asks of text, at level AA. */
    private static final double READABLE = 4.5;

    private static final Pattern COLOUR =
            Pattern.compile("--([\\w-]+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);");

    private static final String STYLE =
            ReportPage.Style.of("viewer.css", "trace.css", "report.css").css();

    /** The colours of the light and of the dark page. */
    private static List<Map<String, String>> themes() {
        return IntStream.of(2, 3)
                .mapToObj(theme -> COLOUR.matcher(STYLE)
                        .results()
                        .collect(Collectors.toMap(colour -> colour.group(1), colour -> colour.group(theme))))
                .toList();
    }

    @Test
    void everyTextCanBeReadOnItsGround() {
        for (Map<String, String> theme : themes()) {
            for (String text : List.of("ink", "ink-soft", "accent", "good", "bad")) {
                for (String ground : List.of("paper", "panel")) {
                    assertReadable(theme, text, ground);
                }
            }
            for (int shade = 0; shade <= 5; shade++) {
                assertReadable(theme, "t" + shade, "h" + shade);
            }
            assertReadable(theme, "ink", "mark"); // where a link led to
        }
    }

    @Test
    void theShadesOfRewardsAreToldApart() {
        for (Map<String, String> theme : themes()) {
            for (int shade = 0; shade < 5; shade++) {
                assertThat(contrast(colour(theme, "h" + shade), colour(theme, "h" + (shade + 1))))
                        .as("h" + shade + " beside the next")
                        .isGreaterThan(1.1);
            }
        }
    }

    private static void assertReadable(Map<String, String> theme, String text, String ground) {
        assertThat(contrast(colour(theme, text), colour(theme, ground)))
                .as("%s %s on %s %s", text, theme.get(text), ground, theme.get(ground))
                .isGreaterThanOrEqualTo(READABLE);
    }

    private static int colour(Map<String, String> theme, String name) {
        return Integer.parseInt(Objects.requireNonNull(theme.get(name), name).substring(1), 16);
    }

    /** The contrast ratio of WCAG 2. */
    private static double contrast(int one, int other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16 & 255) + 0.7152 * linear(colour >> 8 & 255) + 0.0722 * linear(colour & 255);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
