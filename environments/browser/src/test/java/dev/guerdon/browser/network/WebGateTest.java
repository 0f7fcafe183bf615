package dev.guerdon.browser.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserEnvironment;
import dev.guerdon.browser.BrowserProvider;
import dev.guerdon.browser.BrowserSettings;
import dev.guerdon.browser.OpenEndedTasks;
import dev.guerdon.browser.PageServer;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.network.WebRules.WebGate;
import dev.guerdon.browser.spi.ActionException;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebGateTest {

    @Test
    void agentGoesOnlyWhereTheRulesAllow() {
        WebGate gate = new WebGate(WebRules::standard);
        assertThatThrownBy(() -> gate.accept("http://169.254.169.254/")).hasMessageContaining("metadata");
        assertThatThrownBy(() -> gate.accept("file:///etc/passwd")).isInstanceOf(ActionException.class);
        assertThatCode(() -> gate.accept("about:blank")).doesNotThrowAnyException();
    }

    @Test
    void pageMakesNoRequestThatTheRulesRefuse() throws IOException {
        assumeThat(new BrowserProvider(InstalledPrograms.thisOne()).checks())
                .as("Chromium and Node, which the browser needs")
                .filteredOn(check -> check.part().matches("(?i).*(chromium|node).*"))
                .allMatch(check -> check.ok());
        try (PageServer web = new PageServer()) {
            String there = "http://homes.localhost:" + web.port() + "/list";
            web.page("start", "<a href='" + there + "'>Homes sold</a>");
            web.page("list", "<p>homes found</p>");
            String here = "search.localhost:" + web.port();
            WebGate gate = new WebGate(() -> WebRules.standard().allowing(here));
            try (BrowserEnvironment browser = new BrowserEnvironment(
                    task -> OpenEndedTasks.at("http://" + here + "/start"),
                    BrowserSettings.standard().withAddresses(gate))) {
                Step start = browser.reset(Task.of("t", "", Map.of()));
                String tree = String.valueOf(start.observation().attributes().get("axtree_txt"));
                assertThat(tree).contains("Homes sold");
                String bid = tree.replaceFirst("(?s).*?\\[(\\d+)] link 'Homes sold.*", "$1");
                Step clicked = browser.step("click('" + bid + "')");
                assertThat(clicked.observation().attributes().get("axtree_txt"))
                        .asString()
                        .doesNotContain("homes found");
                Step gone = browser.step("goto('" + there + "')");
                assertThat(gone.observation().attributes().get("last_action_error"))
                        .asString()
                        .contains("ERR_BLOCKED_BY_CLIENT", "loopback");
            }
        }
    }
}
