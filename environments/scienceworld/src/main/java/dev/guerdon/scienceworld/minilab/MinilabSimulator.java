package dev.guerdon.scienceworld.minilab;

import dev.guerdon.api.Internal;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A small laboratory behind ScienceWorld's interface: six rooms, eight tasks, no chance.
 *
 * <p>What is named, scored and focused on follows ScienceWorld; unlike there, listed actions always make sense and listing them
 * changes nothing.
 */
@Internal
public final class MinilabSimulator implements LaboratorySimulator {

    public static final String VERSION = "1";

    private static final String UNKNOWN = "No known action matches that input.";
    private static final int LONGEST_ACTION = 200;
    private static final Pattern ARTICLES = Pattern.compile("\\b(?:a|an|the)\\b");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private static final Map<String, MinilabExperiment.Kind> TASKS = MinilabExperiment.all().stream()
            .collect(Collectors.toMap(MinilabExperiment.Kind::name, Function.identity(), (a, b) -> a, TreeMap::new));

    private @Nullable Running running;

    /** A world with its task. */
    private record Running(
            MinilabExperiment experiment, MinilabActions actions, MinilabGoals goals, String description) {}

    @Override
    public List<String> taskNames() {
        return List.copyOf(TASKS.keySet());
    }

    @Override
    public int variations(String name) {
        MinilabExperiment.Kind kind = TASKS.get(name);
        return kind == null ? -1 : kind.variations();
    }

    @Override
    public String load(String name, int index, String simplifications) {
        if (!simplifications.isEmpty()) {
            throw new ScienceworldException("minilab has no simplifications, found '" + simplifications + "'");
        }
        MinilabExperiment.Kind kind = TASKS.get(name);
        if (kind == null || index < 0 || index >= kind.variations()) {
            throw new ScienceworldException("minilab has no task '" + name + "' with a variation " + index);
        }
        MinilabExperiment experiment = kind.build().apply(index);
        running = new Running(
                experiment, new MinilabActions(experiment.world()), experiment.goals(), experiment.description());
        return "";
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new ScienceworldException("minilab has no world before a task is loaded");
        }
        return now;
    }

    private MinilabWorld world() {
        return running().experiment.world();
    }

    @Override
    public String step(String action) {
        if (action.length() > LONGEST_ACTION) {
            return UNKNOWN;
        }
        String words = BLANKS.matcher(
                        ARTICLES.matcher(action.toLowerCase(Locale.ROOT)).replaceAll(" "))
                .replaceAll(" ")
                .strip();
        return switch (words) {
            case "look around", "look" -> world().look().strip();
            case "inventory" -> world().inventoryText().strip();
            case "task" -> taskDescription();
            case "wait" -> pass(10);
            case "wait1" -> pass(1);
            case "reset task" -> {
                world().focus(null);
                running().goals.forget();
                world().tick();
                yield "The task begins anew; the house stays as it is.";
            }
            default -> act(words);
        };
    }

    private String act(String words) {
        return running()
                .actions
                .perform(words)
                .map(answer -> {
                    running().goals.check();
                    world().tick();
                    running().goals.check();
                    return answer;
                })
                .orElse(UNKNOWN);
    }

    private String pass(int moments) {
        for (int i = 0; i < moments; i++) {
            world().tick();
            running().goals.check();
        }
        return moments == 1 ? "A moment passes." : "Some time passes.";
    }

    @Override
    public double score() {
        return running().goals.score();
    }

    @Override
    public boolean completed() {
        return running().goals.completed();
    }

    @Override
    public int moves() {
        return world().moves();
    }

    @Override
    public String look() {
        return world().look();
    }

    @Override
    public String inventory() {
        return world().inventoryText();
    }

    @Override
    public String taskDescription() {
        return "Task Description:\n" + running().description;
    }

    @Override
    public List<String> validActions() {
        List<String> actions = new ArrayList<>(running().actions.listed());
        actions.addAll(List.of("look around", "inventory", "task", "wait", "wait1", "reset task"));
        actions.sort(null);
        return List.copyOf(actions);
    }

    @Override
    public String progress() {
        return running().goals.progress();
    }

    @Override
    public List<LaboratorySimulator.GoalState> goals() {
        return running().goals.states();
    }

    @Override
    public List<String> goldPath(String name, int index, String simplifications) {
        load(name, index, simplifications);
        MinilabPlayer player = new MinilabPlayer(world(), this::step);
        running().experiment.solve(player);
        return player.actions();
    }

    @Override
    public void close() {
        running = null;
    }
}
