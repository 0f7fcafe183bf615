package dev.guerdon.viewer;

import dev.guerdon.core.base.FolderTree;
import dev.guerdon.lab.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Makes pictures of every page, in light, in dark and as on a phone. Its name keeps it out of the tests; {@code ./dev screenshots} runs it. */
class Screenshots {

    @Test
    void ofEveryPage() throws IOException {
        Path target = Files.createDirectories(Path.of(System.getProperty("guerdon.screenshots", "target/screenshots")));
        // Its name is in the pictures.
        Path runs = Path.of("target", "runs");
        FolderTree.delete(runs);
        RunStore store = new RunStore(runs);
        SampleRuns.store(store, "shopping", 40, 1, 0.6);
        double[] skills = {0.42, 0.44, 0.51, 0.49, 0.58, 0.66, 0.71};
        String base = "";
        String candidate = "";
        for (int i = 0; i < skills.length; i++) {
            base = candidate;
            candidate = SampleRuns.store(store, "web-questions", 120, i, skills[i]);
        }
        Map<String, String> pages = new LinkedHashMap<>();
        String pair = "?base=" + base + "&candidate=" + candidate;
        String episode = "task=question-3&repeat=0";
        pages.put("runs", "/");
        pages.put("run", "/runs/" + candidate);
        pages.put("filtered", "/runs/" + candidate + "?filter=reward%20%3C%200.5%20and%20steps%20%3E%2010&sort=reward");
        pages.put("episode", "/runs/" + candidate + "/episode?" + episode);
        pages.put("chat", "/runs/" + candidate + "/chat?" + episode);
        pages.put("diagnosis", "/runs/" + candidate + "/diagnosis");
        pages.put("compare", "/compare" + pair);
        pages.put("traces", "/traces" + pair + "&" + episode);
        pages.put("sessions", "/sessions");
        pages.put("rewards", "/rewards");
        pages.put("reward", "/rewards/qa_f1_reward");
        try (Browser browser = Browser.open();
                ViewerForTests viewer = ViewerForTests.of(store, false)) {
            for (Map.Entry<String, String> page : pages.entrySet()) {
                for (String look : List.of("light", "dark", "phone")) {
                    browser.scheme(look.equals("dark") ? "dark" : "light");
                    browser.size(look.equals("phone") ? 360 : 1280, look.equals("phone") ? 740 : 860);
                    browser.go(viewer.url(page.getValue()));
                    Files.write(target.resolve(page.getKey() + "-" + look + ".png"), browser.picture(false));
                    if (look.equals("light")) {
                        Files.write(target.resolve(page.getKey() + "-whole.png"), browser.picture(true));
                    }
                }
            }
        }
    }
}
