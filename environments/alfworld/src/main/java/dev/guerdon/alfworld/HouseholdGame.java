package dev.guerdon.alfworld;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.Utf8;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A game of Guerdon's own: the same seed gives the same file, byte for byte.
 *
 * @param taskId the seed as a name
 * @param type what it asks for; six seeds in a row have the six types
 * @param problem the planning problem
 * @param sentence the task in words
 */
record HouseholdGame(String taskId, TaskType type, String problem, String sentence) {

    private static final String DOMAIN = Utf8.resource(HouseholdGame.class, "household/household.pddl");
    private static final String GRAMMAR = Utf8.resource(HouseholdGame.class, "household/household.twl2");

    static HouseholdGame of(long seed) {
        TaskType type = TaskType.ALL.get((int) Math.floorMod(seed, (long) TaskType.ALL.size()));
        GeneratedHouse house = GeneratedHouse.furnish(type, seed);
        return new HouseholdGame(GameLibrary.BUNDLED + "-" + seed, type, house.problem(), house.sentence());
    }

    /** Returns the game as the content of a game file, without a walkthrough. */
    Json json() {
        Map<String, @Nullable Object> file = new LinkedHashMap<>();
        file.put("pddl_domain", DOMAIN);
        file.put("grammar", GRAMMAR.replace("@TASK@\"", "Your task is to: " + sentence + ".\""));
        file.put("pddl_problem", problem);
        file.put("solvable", true);
        return new Json(file);
    }
}
