import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Message;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.SuiteText;
import dev.guerdon.api.Task;
import dev.guerdon.api.Tool;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.core.Registry;
import dev.guerdon.core.spi.RowFormat;
import dev.guerdon.core.spi.RowReader;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.SuiteFactory;
import dev.guerdon.lab.Suites;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One of each kind that can be added. */
public final class HousePlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.rewards(Methods.class);
        registration.tools(Methods.class);
        registration.environment(new Provider());
        registration.policy(new Owner());
        registration.add(new Butler());
        registration.add(SuiteText.beside(HousePlugin.class, "house"));
        registration.add(new Village());
        registration.add(new LockedOut());
        registration.add(new Protocol());
        registration.add(new Source());
        registration.add(new Tabs());
    }

    public static final class Methods {
        @Reward(value = "house_reward", description = "1 for the answer")
        public static double house(String finalResponse, String answer) {
            return finalResponse.contains(answer) ? 1 : 0;
        }

        @Tool(value = "house_bell", description = "rings")
        public static String ring() {
            return "ding";
        }
    }

    static final class Provider implements EnvironmentProvider {
        @Override
        public String name() {
            return "house";
        }

        @Override
        public String description() {
            return "A house with one door.";
        }

        @Override
        public List<Option> options() {
            return List.of(new Option("colour", "NAME", "the colour of the door"));
        }

        @Override
        public Environment open(Map<String, String> options) {
            return new House(options.getOrDefault("colour", "red"));
        }

        @Override
        public Task task(Map<String, String> options) {
            return Task.of("house-1", "Go home.", Map.of("answer", "home"));
        }

        @Override
        public Stream<Task> tasks(String split, Map<String, String> options) {
            return Stream.of(
                    task(options), Task.of("house-2", "Go home again.", Map.of("answer", "home")));
        }
    }

    record House(String colour) implements Environment {
        @Override
        public Step reset(Task task, long seed) {
            return new Step(Observation.of("You see a " + colour + " door."), 0, false, Map.of());
        }

        @Override
        public Step step(String action) {
            return new Step(Observation.of("You " + action + "."), 1, true, Map.of());
        }

        @Override
        public void close() {}
    }

    static final class Owner implements Policy {
        @Override
        public String name() {
            return "house-owner";
        }

        @Override
        public String description() {
            return "goes home";
        }

        @Override
        public Session begin(Task task, Context context, long seed) {
            return messages -> Message.assistant("home");
        }
    }

    static final class Butler implements AgentProvider {
        @Override
        public String name() {
            return "house-butler";
        }

        @Override
        public String description() {
            return "asks the model and says something else where it is told to";
        }

        @Override
        public List<Setting> settings() {
            return List.of(new Setting("say", "", "what to say in the place of the model"));
        }

        @Override
        public Agent create(Map<String, String> settings) {
            return rollout -> {
                ModelReply reply = rollout.ask(List.of(Message.user("Where to?")), rollout.tools());
                String said = settings.get("say").isEmpty() ? reply.message().text() : settings.get("say");
                rollout.addMessage(Message.assistant(said));
                return new AgentResult(FinishReason.TERMINAL, said);
            };
        }
    }

    static final class Village implements SuiteFactory {
        @Override
        public String name() {
            return "village";
        }

        @Override
        public String description() {
            return "the suite 'house' under another name";
        }

        @Override
        public Suite load(Registry registry, String split) {
            Suite house = Suites.load(registry, "house");
            return new Suite("village", description(), house.parts());
        }
    }

    static final class LockedOut implements DiagnosisRule {
        @Override
        public String kind() {
            return "locked_out";
        }

        @Override
        public String remedy() {
            return "Carry a key.";
        }

        @Override
        public Optional<Finding> examine(DiagnosisCase episode) {
            return episode.answer().contains("away")
                    ? Optional.of(Finding.of(this, 1, "The door was locked."))
                    : Optional.empty();
        }
    }

    static final class Protocol implements EnvironmentProtocol {
        @Override
        public String environment() {
            return "house";
        }

        @Override
        public String description() {
            return "GET /door";
        }

        @Override
        public List<EnvironmentProvider.Option> options() {
            return List.of();
        }

        @Override
        public int defaultPort() {
            return 8000;
        }

        @Override
        public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
            return new Endpoints() {
                @Override
                public void addTo(HttpRouting.Builder routing) {
                    routing.get("/door", (request, response) -> response.send(options.getOrDefault("colour", "red")));
                }

                @Override
                public void close() {}
            };
        }
    }

    static final class Source implements BrowserTaskSource {
        @Override
        public String prefix() {
            return "house.";
        }

        @Override
        public BrowserTask create(String id, Task description, Map<String, String> options) {
            throw new GuerdonException("the house knows the task " + id);
        }

        @Override
        public Stream<Task> tasks(String split, Map<String, String> options) {
            return Stream.empty();
        }
    }

    static final class Tabs implements RowFormat {
        @Override
        public String name() {
            return "house-tabs";
        }

        @Override
        public List<String> endings() {
            return List.of(".tsv");
        }

        @Override
        public RowReader open(Path file) throws IOException {
            List<String> lines = Files.readAllLines(file);
            String[] keys = lines.getFirst().split("\t");
            return new RowReader() {
                @Override
                public Iterator<Map<String, Object>> iterator() {
                    return lines.stream().skip(1).map(line -> row(keys, line.split("\t"))).iterator();
                }

                @Override
                public void close() {}
            };
        }

        private static Map<String, Object> row(String[] keys, String[] values) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int i = 0; i < keys.length; i++) {
                row.put(keys[i], values[i]);
            }
            return row;
        }
    }
}
