package dev.guerdon.alfworld;

import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.base.Names;
import dev.guerdon.core.VectorEnvironment;
import dev.guerdon.core.VectorEnvironment.AutoReset;
import dev.guerdon.core.VectorEnvironment.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A batch of ALFWorld games in the shape of the original's {@code TextworldBatchGymEnv}: lists of observations, scores and ends, and
 * for each requested key the list of its values.
 *
 * <p>The games of the pool are shuffled, and each {@link #reset} takes the next ones; after the last, they are shuffled again. A game that
 * is over stays as it is: further commands do nothing, and its last answer is shown again until the next reset. {@code scores} are the
 * levels of the original, 1 from the winning step on; for rewards of single steps use {@link VectorEnvironment}, on which this stands.
 *
 * <p>For use by one thread at a time.
 */
@Experimental
public final class AlfworldBatch implements AutoCloseable {

    /** The keys that can be requested, by the original's names. */
    public static final Set<String> KEYS = Collections.unmodifiableSet(new TreeSet<>(Set.of(
            "admissible_commands",
            "feedback",
            "lost",
            "policy_commands",
            "score",
            "won",
            "extra.expert_plan",
            "extra.gamefile")));

    /** The seed of the original's shuffle. */
    public static final long DEFAULT_SEED = 1234;

    /**
     * How the games of a batch begin.
     *
     * @param observations what each player sees
     * @param infos for each requested key the values, game by game
     */
    public record Start(List<String> observations, Map<String, List<@Nullable Object>> infos) {}

    /**
     * What a command did in each game of a batch.
     *
     * @param observations what each player sees
     * @param scores 1 where the goal holds, else 0
     * @param dones where a game is over
     * @param infos for each requested key the values, game by game
     */
    public record Turn(
            List<String> observations,
            List<Integer> scores,
            List<Boolean> dones,
            Map<String, List<@Nullable Object>> infos) {}

    private final List<Task> games;
    private final Set<String> keys;
    private final VectorEnvironment vector;
    private final Step[] shown;
    private List<Task> order = List.of();
    private Random random = new Random(DEFAULT_SEED);
    private long seed = DEFAULT_SEED;
    private long drawn;
    private int next;
    private boolean begun;

    /**
     * Prepares a batch; the first {@link #reset} opens it.
     *
     * @param games the pool, such as {@code new AlfworldProvider().tasks("train", options)}
     * @param size how many are played at the same time
     * @param keys what {@code infos} shall hold, out of {@link #KEYS}
     * @param options as for {@link AlfworldProvider#open}, such as {@code max-steps}, {@code goals} and {@code expert}
     */
    public AlfworldBatch(List<Task> games, int size, Collection<String> keys, Map<String, String> options) {
        if (games.isEmpty()) {
            throw new AlfworldException("a batch needs at least one game");
        }
        for (String key : keys) {
            if (!KEYS.contains(key)) {
                throw new AlfworldException("expected keys out of " + String.join(", ", KEYS) + ", found '" + key + "'"
                        + Names.didYouMean(key, KEYS));
            }
        }
        Map<String, String> opened = new LinkedHashMap<>(options);
        if (keys.contains("extra.expert_plan")) {
            opened.putIfAbsent("expert", "handcoded");
        }
        if (keys.contains("policy_commands") && !"planner".equals(opened.getOrDefault("expert", "planner"))) {
            throw new AlfworldException(
                    "policy_commands is the plan of --expert planner, which excludes '" + opened.get("expert") + "'");
        }
        if (keys.contains("policy_commands")) {
            opened.put("expert", "planner");
        }
        this.games = List.copyOf(games);
        this.keys = new TreeSet<>(keys);
        this.shown = new Step[size];
        AlfworldProvider provider = new AlfworldProvider();
        provider.open(opened).close(); // a wrong option is told now
        this.vector = new VectorEnvironment(
                () -> provider.open(opened), size, Settings.standard().withAutoReset(AutoReset.DISABLED));
        seed(DEFAULT_SEED);
    }

    /** Shuffles the pool anew; the same seed gives the same games in the same order. */
    public void seed(long newSeed) {
        seed = newSeed;
        random = new Random(newSeed);
        drawn = 0;
        shuffle(new ArrayList<>(games));
    }

    private void shuffle(List<Task> from) {
        Collections.shuffle(from, random);
        order = from;
        next = 0;
    }

    private Task draw() {
        if (next == order.size()) {
            shuffle(new ArrayList<>(order));
        }
        drawn++;
        return order.get(next++);
    }

    /** Leaves out the next games of the pool. */
    public void skip(int count) {
        for (int i = 0; i < count; i++) {
            draw();
        }
    }

    /** Begins the next games of the pool. */
    public Start reset() {
        long first = seed + drawn;
        List<Task> batch = new ArrayList<>();
        for (int i = 0; i < shown.length; i++) {
            batch.add(draw());
        }
        List<Step> steps = vector.reset((environment, episode) -> Optional.of(batch.get(environment)), first)
                .steps();
        for (int i = 0; i < shown.length; i++) {
            shown[i] = steps.get(i);
        }
        begun = true;
        return new Start(observations(), infos());
    }

    /**
     * Gives one command to each game.
     *
     * @param commands one for each, in order; that of a game that is over is not used
     */
    public Turn step(List<String> commands) {
        if (!begun) {
            throw new AlfworldException("no games have begun; reset the batch first");
        }
        List<Step> steps = vector.step(commands).steps();
        for (int i = 0; i < shown.length; i++) {
            if (!shown[i].done()) {
                shown[i] = steps.get(i);
            }
        }
        return new Turn(
                observations(),
                Arrays.stream(shown).map(AlfworldBatch::score).toList(),
                Arrays.stream(shown).map(Step::done).toList(),
                infos());
    }

    private static int score(Step step) {
        return (int) step.score().orElse(0);
    }

    private List<String> observations() {
        return Arrays.stream(shown).map(step -> step.observation().text()).toList();
    }

    private Map<String, List<@Nullable Object>> infos() {
        Map<String, List<@Nullable Object>> infos = new LinkedHashMap<>();
        for (String key : keys) {
            List<@Nullable Object> values = new ArrayList<>(shown.length);
            for (Step step : shown) {
                values.add(value(key, step));
            }
            infos.put(key, Collections.unmodifiableList(values));
        }
        return Collections.unmodifiableMap(infos);
    }

    private static @Nullable Object value(String key, Step step) {
        return switch (key) {
            case "admissible_commands" -> step.observation().attributes().get(key);
            case "feedback" -> step.observation().text();
            // As in the original, the start has no score yet, and only the start says which game it is.
            case "score" -> step.info().containsKey("task_id") ? null : score(step);
            case "policy_commands", "extra.expert_plan" -> step.info().get("expert_plan");
            case "extra.gamefile" -> {
                Object file = step.info().get("game_file");
                yield "".equals(file) ? step.info().get("task_id") : file;
            }
            default -> step.info().get(key);
        };
    }

    /** How many games are played at the same time. */
    public int size() {
        return shown.length;
    }

    @Override
    public void close() {
        vector.close();
    }
}
