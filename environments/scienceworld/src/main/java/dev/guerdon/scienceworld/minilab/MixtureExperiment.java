package dev.guerdon.scienceworld.minilab;

import java.util.List;

/** Make a substance out of two others. */
final class MixtureExperiment extends MinilabExperiment {

    static final Kind MIX = new Kind("mix", MinilabSubstance.MIXTURES.size() * LAYOUTS, MixtureExperiment::new);

    private final MinilabSubstance.Mixture recipe;
    private final MinilabThing one;
    private final MinilabThing other;

    private MixtureExperiment(int variation) {
        super(variation);
        recipe = MinilabSubstance.MIXTURES.get(variation / LAYOUTS);
        one = world().pour(
                        recipe.one(),
                        MinilabThing.ROOM_TEMPERATURE,
                        "blue jug",
                        List.of("table", "shelf", "table", "bench").get(variation % LAYOUTS));
        other = world().pour(
                        recipe.other(),
                        MinilabThing.ROOM_TEMPERATURE,
                        "white jug",
                        List.of("shelf", "table", "table", "shelf").get(variation % LAYOUTS));
        world().pour(MinilabSubstance.OIL, MinilabThing.ROOM_TEMPERATURE, "green jug", "shelf");
    }

    private String product() {
        return recipe.product().name(MinilabThing.ROOM_TEMPERATURE);
    }

    @Override
    String description() {
        return "Your task is to make " + product() + ". Bring " + one.name() + " and " + other.name()
                + " together in one vessel and mix it. Then, focus on the " + product() + ".";
    }

    private boolean made(MinilabThing thing) {
        return thing.is(recipe.product());
    }

    @Override
    MinilabGoals goals() {
        return new MinilabGoals()
                .then("there is " + product(), () -> world().reach().anyMatch(this::made))
                .then("focus on it", () -> world().focus() != null && made(world().focus()))
                .helps("be where the first part is", () -> world().here() == world().roomOf(one))
                .helps(
                        "both parts are in one vessel",
                        () -> one.container() != null && one.container() == other.container())
                .failsWhen(() -> world().focus() != null && !made(world().focus()));
    }

    @Override
    void solve(MinilabPlayer player) {
        player.walkTo(world().roomOf(one));
        player.act("pick up blue jug");
        player.walkTo(world().roomOf(other));
        player.act("pour white jug into blue jug");
        player.act("mix blue jug");
        player.act("focus on " + product());
    }
}
