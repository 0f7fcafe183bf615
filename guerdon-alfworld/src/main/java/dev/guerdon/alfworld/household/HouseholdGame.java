package dev.guerdon.alfworld.household;

import dev.guerdon.alfworld.game.Game;
import dev.guerdon.alfworld.game.GameReader;
import dev.guerdon.alfworld.plan.Planner;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A game of Guerdon's own: the same seed gives the same file, byte for byte.
 *
 * @param taskId the seed as a name
 * @param type what it asks for; six seeds in a row have the six types
 * @param problem the planning problem
 * @param sentence the task in words
 */
@Internal
public record HouseholdGame(String taskId, TaskType type, String problem, String sentence) {

    private static final String DOMAIN = resource("household.pddl");
    private static final String GRAMMAR = resource("household.twl2");

    public static HouseholdGame of(long seed) {
        TaskType type = TaskType.ALL.get((int) Math.floorMod(seed, (long) TaskType.ALL.size()));
        House house = House.furnish(type, seed);
        return new HouseholdGame(Library.BUNDLED + "-" + seed, type, house.problem(), house.sentence());
    }

    /** The game as the content of a game file, without a walkthrough. */
    public Json json() {
        Map<String, @Nullable Object> file = new LinkedHashMap<>();
        file.put("pddl_domain", DOMAIN);
        file.put("grammar", GRAMMAR.replace("@TASK@\"", "Your task is to: " + sentence + ".\""));
        file.put("pddl_problem", problem);
        file.put("solvable", true);
        return new Json(file);
    }

    /** The whole content of a game file, with the walkthrough that the planner finds. */
    public Json jsonWithWalkthrough() {
        Json plain = json();
        Game game = GameReader.read(plain, taskId);
        List<String> walkthrough = Planner.plan(game, game.initial())
                .orElseThrow(() -> new IllegalStateException("no plan for " + taskId));
        Map<String, @Nullable Object> file = new LinkedHashMap<>(plain.asMap());
        file.put("walkthrough", walkthrough);
        return new Json(file);
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HouseholdGame.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
