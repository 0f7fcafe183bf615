package dev.guerdon.offlineweb.sites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.offlineweb.sites.StatisticsSite.FerrySite;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FerrySiteTest {

    @Test
    void ferriesTakeLongerThanABrowserWaits() {
        assertThat(FerrySite.DELAY).isGreaterThan(Duration.ofSeconds(5));
    }
}
