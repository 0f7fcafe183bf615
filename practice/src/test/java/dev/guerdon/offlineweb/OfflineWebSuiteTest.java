package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.Suite;
import org.junit.jupiter.api.Test;

class OfflineWebSuiteTest {

    @Test
    void suiteIsFoundByItsName() {
        assertThat(Suites.list(Registry.discover()))
                .filteredOn(entry -> entry.name().equals("offline-web"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.description()).contains("needs Chromium, no network"));
        Suite suite = Suites.load(Registry.discover(), "offline-web");
        assertThat(suite.name()).isEqualTo("offline-web");
        assertThat(suite.parts()).hasSize(1);
    }
}
