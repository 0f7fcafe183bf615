import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.core.Registry;
import java.util.Map;

/** Buys the first thing that a search for the instruction finds, and prints what it is worth. */
public class WebshopEpisode {
    public static void main(String[] args) throws Exception {
        EnvironmentProvider webshop = Registry.discover().environment("webshop");
        try (Environment environment = webshop.open(Map.of())) {
            Step step = environment.reset(webshop.task(Map.of("session", "3")), 0);
            step = environment.step(environment.actions().getFirst()); // search for the instruction
            step = environment.step(environment.actions().stream()
                    .filter(action -> action.matches("click\\[b0.*]"))
                    .findFirst()
                    .orElse("click[next >]"));
            step = environment.step("click[buy now]");
            System.out.println("reward " + (step.reward() > 0 ? "above 0" : "0") + ", terminated " + step.terminated());
            System.out.println(environment.step("click[back to search]").info().get("error"));
        }
    }
}
