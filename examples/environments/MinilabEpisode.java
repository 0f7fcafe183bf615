import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Step;
import dev.guerdon.core.Registry;
import java.util.Map;

/** Boils water in the small laboratory by the gold path. "scienceworld" in the place of "minilab" plays the official one. */
public class MinilabEpisode {
    public static void main(String[] args) throws Exception {
        EnvironmentProvider minilab = Registry.discover().environment("minilab");
        try (Environment environment = minilab.open(Map.of())) {
            Step step = environment.reset(minilab.task(Map.of("task", "boil")), 0);
            double sum = 0;
            while (!step.done()) {
                step = environment.step(environment.hint().orElseThrow());
                sum += step.reward();
            }
            System.out.println("return " + sum + ", score " + step.score().orElseThrow());
        }
    }
}
