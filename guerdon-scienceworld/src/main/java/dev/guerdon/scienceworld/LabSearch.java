package dev.guerdon.scienceworld;

import java.util.List;

/** Find a thing that lives, or one that does not, and bring it to a box. */
final class LabSearch extends LabExperiment {

    private static final List<String> ANIMALS = List.of("snail", "frog", "beetle", "mouse");
    private static final List<String> OBJECTS = List.of("pebble", "brick", "glass marble", "copper coin");

    static final Kind LIVING =
            new Kind("find-living-thing", ANIMALS.size() * LAYOUTS, variation -> new LabSearch(true, variation));
    static final Kind NON_LIVING =
            new Kind("find-non-living-thing", OBJECTS.size() * LAYOUTS, variation -> new LabSearch(false, variation));

    private final boolean wantsLife;
    private final LabThing animal;
    private final LabThing object;
    private final LabThing box;

    private LabSearch(boolean wantsLife, int variation) {
        super(variation);
        this.wantsLife = wantsLife;
        int subject = variation / LAYOUTS;
        animal = world().put(LabThing.of(LabThing.Kind.ANIMAL, ANIMALS.get(subject)), LabWorld.GARDEN);
        object = world().put(
                        LabThing.object(
                                OBJECTS.get(subject), OBJECTS.get(subject).contains("copper")),
                        List.of(LabWorld.GARDEN, "shelf", LabWorld.GARDEN, "bench")
                                .get(variation % LAYOUTS));
        box = world().put(
                        LabThing.of(LabThing.Kind.FURNITURE, wantsLife ? "green box" : "grey box"),
                        List.of(LabWorld.WORKSHOP, LabWorld.KITCHEN, LabWorld.STORE_ROOM, LabWorld.HALL)
                                .get(variation % LAYOUTS));
    }

    @Override
    String description() {
        return "Your task is to find a thing that is " + (wantsLife ? "" : "not ")
                + "alive and can be carried. First, focus on it. Then, move it to the " + box.name() + " in the "
                + world().roomOf(box).name() + ".";
    }

    private LabThing subject() {
        return wantsLife ? animal : object;
    }

    private boolean suits(LabThing thing) {
        return thing.portable() && thing.living() == wantsLife;
    }

    @Override
    LabGoals goals() {
        return new LabGoals()
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
    void solve(LabPlayer player) {
        player.walkTo(world().roomOf(subject()));
        player.act("focus on " + subject().name());
        player.act("pick up " + subject().name());
        player.walkTo(world().roomOf(box));
        player.act("move " + subject().name() + " to " + box.name());
    }
}
