package dev.guerdon.scienceworld.minilab;

import java.util.List;

/** Find a thing that lives, or one that does not, and bring it to a box. */
final class Search extends Experiment {

    private static final List<String> ANIMALS = List.of("snail", "frog", "beetle", "mouse");
    private static final List<String> OBJECTS = List.of("pebble", "brick", "glass marble", "copper coin");

    static final Kind LIVING =
            new Kind("find-living-thing", ANIMALS.size() * LAYOUTS, variation -> new Search(true, variation));
    static final Kind NON_LIVING =
            new Kind("find-non-living-thing", OBJECTS.size() * LAYOUTS, variation -> new Search(false, variation));

    private final boolean wantsLife;
    private final Thing animal;
    private final Thing object;
    private final Thing box;

    private Search(boolean wantsLife, int variation) {
        super(variation);
        this.wantsLife = wantsLife;
        int subject = variation / LAYOUTS;
        animal = world().put(Thing.of(Thing.Kind.ANIMAL, ANIMALS.get(subject)), World.GARDEN);
        object = world().put(
                        Thing.object(OBJECTS.get(subject), OBJECTS.get(subject).contains("copper")),
                        List.of(World.GARDEN, "shelf", World.GARDEN, "bench").get(variation % LAYOUTS));
        box = world().put(
                        Thing.of(Thing.Kind.FURNITURE, wantsLife ? "green box" : "grey box"),
                        List.of(World.WORKSHOP, World.KITCHEN, World.STORE_ROOM, World.HALL)
                                .get(variation % LAYOUTS));
    }

    @Override
    String description() {
        return "Your task is to find a thing that is " + (wantsLife ? "" : "not ")
                + "alive and can be carried. First, focus on it. Then, move it to the " + box.name() + " in the "
                + world().roomOf(box).name() + ".";
    }

    private Thing subject() {
        return wantsLife ? animal : object;
    }

    private boolean suits(Thing thing) {
        return thing.portable() && thing.living() == wantsLife;
    }

    @Override
    Goals goals() {
        return new Goals()
                .then("focus on such a thing", () -> world().focus() != null && suits(world().focus()))
                .then(
                        "it is in the " + box.name(),
                        () -> world().focus() != null && world().focus().isInside(box))
                .helps("be where one is", () -> world().here() == world().roomOf(subject()))
                .helps(
                        "carry one",
                        () -> world().inventory().contents().stream().anyMatch(this::suits))
                .helps("be where the box is", () -> world().here() == world().roomOf(box))
                .failsWhen(() -> world().focus() != null && !suits(world().focus()));
    }

    @Override
    void solve(Player player) {
        player.walkTo(world().roomOf(subject()));
        player.act("focus on " + subject().name());
        player.act("pick up " + subject().name());
        player.walkTo(world().roomOf(box));
        player.act("move " + subject().name() + " to " + box.name());
    }
}
