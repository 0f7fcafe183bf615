package example;

import dev.guerdon.api.Context;
import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Tool;
import java.util.Map;

/** The tool and the reward of docs/resources.md: they share a lamp, and the tool says what it sees. */
public final class LampTools {

    /** A lamp. */
    public static final class Lamp implements Resource {
        private boolean on;
        private int presses;

        @Override
        public void reset() {
            on = false;
            presses = 0;
        }

        @Override
        public void close() {}
    }

    static final ResourceSpec<Lamp> LAMP = ResourceSpec.local("lamp", Lamp.class, 8, Lamp::new);

    private LampTools() {}

    @Tool(value = "press", description = "Press the switch of the lamp.")
    static String press(@Default("1") int times, Context context) {
        Lamp lamp = context.acquire(LAMP, Context.Scope.GLOBAL);
        for (int i = 0; i < times; i++) {
            lamp.on = !lamp.on;
            lamp.presses++;
        }
        return "The lamp is " + (lamp.on ? "on." : "off.");
    }

    @Reward("lamp_is_on")
    static Map<String, Object> lampIsOn(Context context) {
        Lamp lamp = context.acquire(LAMP, Context.Scope.GLOBAL);
        return Map.of("reward", lamp.on, "presses", lamp.presses);
    }
}
