package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.browser.driver.BidElement.AttemptLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an agent reads of attempts that failed. */
class AttemptLogTest {

    @Test
    void attemptsThatFailForTheSameReasonAreToldOnce() {
        AttemptLog log = new AttemptLog(List.of("a", "a7"), "click", "visible, enabled and stable");
        log.resolved("<button>Go</button>");
        assertThat(log.failed("element is not enabled")).isZero();
        assertThat(log.failed("element is not enabled")).isEqualTo(20);
        assertThat(log.failed("element is not visible")).isEqualTo(100);
        assertThat(log.lines())
                .containsExactly(
                        "  - waiting for get_by_test_id(\"a\").locator(\":scope\").content_frame.get_by_test_id(\"a7\")",
                        "    - locator resolved to <button>Go</button>",
                        "  - attempting click action",
                        "    2 × waiting for element to be visible, enabled and stable",
                        "      - element is not enabled",
                        "    - retrying click action",
                        "    - waiting for element to be visible, enabled and stable",
                        "      - element is not visible",
                        "    - retrying click action");
    }
}
