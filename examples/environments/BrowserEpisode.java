import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.core.Registry;
import java.util.Map;

/** Presses a button on a page of its own, in a real Chromium ('guerdon setup chromium' fetches one). */
public class BrowserEpisode {
    public static void main(String[] args) throws Exception {
        EnvironmentProvider browser = Registry.discover().environment("browser");
        Map<String, String> options =
                Map.of("url", "data:text/html,<button onclick=this.innerText='done'>Press me</button>", "max-steps", "2");
        try (Environment environment = browser.open(options)) {
            Step step = environment.reset(browser.task(options), 0);
            String text = String.valueOf(step.observation().attributes().get("axtree_txt"));
            String button = text.replaceAll("(?s).*\\[(\\w+)] button.*", "$1");
            step = environment.step("click('" + button + "')");
            System.out.println(String.valueOf(step.observation().attributes().get("axtree_txt")).contains("done"));
            System.out.println("truncated by " + environment.step("noop()").limit());
        }
    }
}
