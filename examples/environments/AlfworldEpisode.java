import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.core.Registry;
import java.util.Map;

/** Plays one household game by its hints, and prints the return. */
public class AlfworldEpisode {
    public static void main(String[] args) throws Exception {
        EnvironmentProvider alfworld = Registry.discover().environment("alfworld");
        Map<String, String> options = Map.of("seed", "4");
        try (Environment environment = alfworld.open(options)) {
            Step step = environment.reset(alfworld.task(options), 0);
            double sum = 0;
            while (!step.done()) {
                step = environment.step(environment.hint().orElse("look"));
                sum += step.reward();
            }
            System.out.println("return " + sum + ", terminated " + step.terminated());
        }
    }
}
