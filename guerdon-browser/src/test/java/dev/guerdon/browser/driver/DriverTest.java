package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.LaunchOptions;
import dev.guerdon.browser.tab.SessionFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which driver an episode gets. */
class DriverTest {

    private static final Machine WITH_SHELL = new Machine(Map.of("PATH", "/bin:/usr/bin"));

    private static String chosen(LaunchOptions launch, Set<SessionFiles.Kind> files) {
        return Driver.chosen(launch, SessionOptions.STANDARD, files, WITH_SHELL).driver();
    }

    @Test
    void ownDriverIsTheStandardAndPlaywrightDoesWhatItLacks() {
        assertThat(chosen(LaunchOptions.STANDARD, Set.of())).isEqualTo("cdp");
        assertThat(chosen(LaunchOptions.STANDARD, Set.of(SessionFiles.Kind.VIDEO)))
                .isEqualTo("cdp");
        assertThat(chosen(LaunchOptions.STANDARD, Set.of(SessionFiles.Kind.HAR)))
                .isEqualTo("playwright");
        assertThat(chosen(new LaunchOptions(true, List.of(), ""), Set.of())).isEqualTo("playwright");
        SessionOptions saving = new SessionOptions(
                SessionOptions.STANDARD.persona(), Path.of("state.json"), null, SessionOptions.STANDARD.showing());
        assertThat(Driver.chosen(LaunchOptions.STANDARD, saving, Set.of(), WITH_SHELL)
                        .driver())
                .isEqualTo("playwright");
    }

    @Test
    void driverThatIsNamedIsTakenOrRefusedWithTheReason() {
        assertThat(chosen(LaunchOptions.STANDARD.withDriver("playwright"), Set.of()))
                .isEqualTo("playwright");
        LaunchOptions own = LaunchOptions.STANDARD.withDriver("cdp");
        Set<SessionFiles.Kind> files = Set.of(SessionFiles.Kind.TRACE, SessionFiles.Kind.HAR);
        assertThatThrownBy(() -> chosen(own, files))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining("cdp has no har, trace")
                .hasMessageContaining("driver=playwright");
    }

    @Test
    void variableNamesTheStandardAndAWrongNameIsToldWithThoseThereAre() {
        assertThat(Driver.standard(new Machine(Map.of("PATH", "", Driver.VARIABLE, "cdp"))))
                .isEqualTo(Driver.CDP);
        assertThat(Driver.standard(new Machine(Map.of("PATH", "")))).isEqualTo(Driver.PLAYWRIGHT);
        assertThatThrownBy(() -> Driver.standard(new Machine(Map.of(Driver.VARIABLE, "puppets"))))
                .hasMessageContaining("puppets")
                .hasMessageContaining("cdp, playwright");
    }
}
