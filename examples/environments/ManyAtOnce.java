import dev.guerdon.core.Registry;
import dev.guerdon.core.VectorEnvironment;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Steps 100 household games at once. */
public class ManyAtOnce {
    public static void main(String[] args) {
        var alfworld = Registry.discover().environment("alfworld");
        var tasks = alfworld.tasks("", Map.of()).toList();
        try (VectorEnvironment vector = VectorEnvironment.of(alfworld, Map.of(), 100)) {
            VectorEnvironment.Batch batch = vector.reset(tasks, 0);
            int ended = 0;
            for (int i = 0; i < 60; i++) {
                List<String> actions = Collections.nCopies(vector.size(), "look"); // your model goes here
                batch = vector.step(actions);
                for (boolean done : batch.done()) {
                    ended += done ? 1 : 0;
                }
            }
            System.out.println(ended + " episodes ended, all cut by the limit of steps");
        }
    }
}
