package dev.guerdon.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.lab.RunStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What axe-core finds on each page: nothing serious, in light and in dark. */
class AccessibilityTest {

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    void noPageHasASeriousViolation() throws IOException {
        RunStore store = new RunStore(folder.resolve("runs"));
        String base = SampleRuns.store(store, "questions", 30, 0, 0.4);
        String candidate = SampleRuns.store(store, "questions", 30, 1, 0.7);
        try (Browser browser = Browser.open();
                ViewerForTests viewer = ViewerForTests.of(store, false)) {
            String axe = axe();
            List<String> found = new ArrayList<>();
            for (String path : pages(base, candidate)) {
                for (String scheme : List.of("light", "dark")) {
                    browser.size(1280, 900);
                    browser.scheme(scheme);
                    browser.go(viewer.url(path));
                    browser.evaluate(axe + "; true");
                    for (Json violation : violations(browser, scheme)) {
                        found.add(path + " (" + scheme + "): " + violation.asString());
                    }
                }
            }
            assertThat(found).isEmpty();
        }
    }

    static List<String> pages(String base, String candidate) {
        String pair = "?base=" + base + "&candidate=" + candidate;
        return List.of(
                "/",
                "/runs/" + base,
                "/runs/" + base + "?filter=nonsense",
                "/runs/" + base + "/episode?task=question-3&repeat=0",
                "/runs/" + base + "/chat?task=question-3&repeat=0",
                "/runs/" + base + "/diagnosis",
                "/compare" + pair,
                "/traces" + pair + "&task=question-3&repeat=0",
                "/sessions",
                "/rewards",
                "/rewards/qa_f1_reward",
                "/runs/nothing");
    }

    private static List<Json> violations(Browser browser, String scheme) {
        // In the dark only the colours differ.
        String rules = scheme.equals("dark") ? "runOnly: ['color-contrast'], " : "";
        return browser.evaluate(
                        "axe.run(document, {" + rules + "resultTypes: ['violations']}).then(found => found.violations"
                                + ".filter(each => each.impact === 'serious' || each.impact === 'critical')"
                                + ".map(each => each.id + ': ' + each.help + ' ' + each.nodes.slice(0, 3).map(node => node.html.slice(0, 160)"
                                + " + ' ' + (node.any[0] || node.all[0] || node.none[0] || {message: ''}).message).join(' | ')))")
                .asList();
    }

    private static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(AccessibilityTest.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
