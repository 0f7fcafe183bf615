package dev.guerdon.scienceworld.minilab;

import dev.guerdon.scienceworld.minilab.MinilabSubstance.State;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** One variation of a task in {@code minilab}: what it adds to the house, what it asks, and how it is solved. */
abstract class MinilabExperiment {

    /** Every task has its subjects in each of these many layouts of the house. */
    static final int LAYOUTS = 4;

    private final MinilabWorld world;

    MinilabExperiment(int variation) {
        world = new MinilabWorld(variation % LAYOUTS);
    }

    final MinilabWorld world() {
        return world;
    }

    abstract String description();

    abstract MinilabGoals goals();

    /** Plays the task to its end. */
    abstract void solve(MinilabPlayer player);

    /**
     * A task.
     *
     * @param name its name
     * @param variations how many there are
     * @param build makes the experiment of a variation
     */
    record Kind(String name, int variations, IntFunction<MinilabExperiment> build) {}

    /** Returns all tasks by name. */
    static List<Kind> all() {
        return List.of(
                ChangeOfState.BOIL,
                Search.LIVING,
                Search.NON_LIVING,
                ChangeOfState.FREEZE,
                ChangeOfState.MELT,
                MixtureExperiment.MIX,
                Measurement.CONDUCTIVITY,
                Measurement.TEMPERATURE);
    }

    /** Returns whether the agent has turned its attention to something the task does not allow. */
    final boolean wrongFocus(MinilabThing... allowed) {
        MinilabThing focus = world.focus();
        return focus != null && !List.of(allowed).contains(focus);
    }

    /** Boil, melt or freeze something. */
    static final class ChangeOfState extends MinilabExperiment {

        static final Kind BOIL = kind(
                "boil",
                State.GAS,
                List.of(
                        MinilabSubstance.WATER,
                        MinilabSubstance.ALCOHOL,
                        MinilabSubstance.VINEGAR,
                        MinilabSubstance.MERCURY));
        static final Kind MELT = kind(
                "melt",
                State.LIQUID,
                List.of(
                        MinilabSubstance.CHOCOLATE,
                        MinilabSubstance.BUTTER,
                        MinilabSubstance.WAX,
                        MinilabSubstance.TIN));
        static final Kind FREEZE = kind(
                "freeze",
                State.SOLID,
                List.of(
                        MinilabSubstance.WATER,
                        MinilabSubstance.JUICE,
                        MinilabSubstance.OIL,
                        MinilabSubstance.MERCURY));

        private final String verb;
        private final State wanted;
        private final MinilabThing subject;
        private final MinilabThing vessel;

        private ChangeOfState(String verb, State wanted, MinilabSubstance substance, int variation) {
            super(variation);
            this.verb = verb;
            this.wanted = wanted;
            String place = List.of("shelf", "table", "bench", "shelf").get(variation % LAYOUTS);
            subject = world().pour(substance, MinilabThing.ROOM_TEMPERATURE, "small dish", place);
            vessel = world().thing("small dish");
            world().pour(MinilabSubstance.SUGAR, MinilabThing.ROOM_TEMPERATURE, "sugar jar", "shelf");
        }

        private static Kind kind(String verb, State wanted, List<MinilabSubstance> subjects) {
            return new Kind(
                    verb,
                    subjects.size() * LAYOUTS,
                    variation -> new ChangeOfState(verb, wanted, subjects.get(variation / LAYOUTS), variation));
        }

        @Override
        String description() {
            return "Your task is to " + verb + " " + subject.name()
                    + ". First, focus on it. Then, make it change its state" + " of matter.";
        }

        @Override
        MinilabGoals goals() {
            MinilabGoals goals = new MinilabGoals()
                    .then("focus on the substance", () -> world().focus() == subject)
                    .then("the substance is " + wanted.name().toLowerCase(Locale.ROOT), () -> subject.isIn(wanted))
                    .helps("be in the room with the device", () -> world().here() == world().roomOf(device()))
                    .helps("the substance is where the device works on it", () -> subject.isInside(device()));
            goals.helps(wanted == State.SOLID ? "the freezer is closed on it" : "the stove is on", this::deviceWorks);
            return goals.failsWhen(() -> wrongFocus(subject));
        }

        private MinilabThing device() {
            return world().thing(wanted == State.SOLID ? "freezer" : "stove");
        }

        private boolean deviceWorks() {
            return wanted == State.SOLID ? subject.isInside(device()) && !device().open() : device().on();
        }

        @Override
        void solve(MinilabPlayer player) {
            player.walkTo(world().roomOf(subject));
            player.act("focus on " + subject.name());
            player.act("pick up " + vessel.name());
            player.walkTo(world().roomOf(device()));
            if (wanted == State.SOLID) {
                player.act("open freezer");
                player.act("move " + vessel.name() + " to freezer");
                player.act("close freezer");
            } else {
                player.act("move " + vessel.name() + " to stove");
                player.act("activate stove");
            }
            player.waitUntil(() -> subject.isIn(wanted));
        }
    }

    /** Measure a thing with an instrument, and answer by the box that it is put into. */
    static final class Measurement extends MinilabExperiment {

        private static final List<String> CONDUCTORS = List.of("copper coin", "iron nail", "graphite rod");
        private static final List<String> INSULATORS = List.of("glass marble", "wooden peg", "rubber ring");

        static final Kind CONDUCTIVITY = new Kind(
                "test-conductivity",
                (CONDUCTORS.size() + INSULATORS.size()) * LAYOUTS,
                variation -> new Measurement(true, variation));
        static final Kind TEMPERATURE =
                new Kind("use-thermometer", 4 * LAYOUTS, variation -> new Measurement(false, variation));

        private final boolean electric;
        private final MinilabThing subject;
        private final MinilabThing carrier;
        private final MinilabThing yes;
        private final MinilabThing no;
        private final boolean answer;

        private Measurement(boolean electric, int variation) {
            super(variation);
            this.electric = electric;
            int number = variation / LAYOUTS;
            String place = List.of("shelf", MinilabWorld.HALL, "table", "bench").get(variation % LAYOUTS);
            if (electric) {
                answer = number % 2 == 0;
                subject = world().put(
                                MinilabThing.object((answer ? CONDUCTORS : INSULATORS).get(number / 2), answer), place);
                carrier = subject;
            } else {
                answer = number % 2 == 0;
                // It cools slowly on its way, so the two answers lie far apart.
                subject = world().pour(
                                number < 2 ? MinilabSubstance.OIL : MinilabSubstance.WATER,
                                answer ? 95 : 25,
                                "clay mug",
                                place);
                carrier = world().thing("clay mug");
            }
            yes = world().put(MinilabThing.of(MinilabThing.Kind.FURNITURE, "red box"), MinilabWorld.WORKSHOP);
            no = world().put(MinilabThing.of(MinilabThing.Kind.FURNITURE, "blue box"), MinilabWorld.WORKSHOP);
        }

        private MinilabThing instrument() {
            return world().thing(electric ? "circuit tester" : "thermometer");
        }

        @Override
        String description() {
            String question = electric
                    ? "find out whether the " + subject.name() + " conducts electricity"
                    : "find out whether the " + subject.name() + " in the clay mug is warmer than 50 degrees Celsius";
            return "Your task is to " + question + ". First, focus on the " + subject.name() + ". Measure it with the "
                    + instrument().name() + ". If the answer is yes, move the " + carrier.name()
                    + " to the red box in the workshop, otherwise to the blue box.";
        }

        @Override
        MinilabGoals goals() {
            return new MinilabGoals()
                    .then("focus on the " + subject.name(), () -> world().focus() == subject)
                    .then("measure it", () -> world().wasTested(instrument().kind(), subject))
                    .then("it is in the right box", () -> carrier.isInside(answer ? yes : no))
                    .helps("be where it is", () -> world().here() == world().roomOf(subject))
                    .helps("carry the instrument", () -> instrument().isInside(world().inventory()))
                    .failsWhen(() -> wrongFocus(subject) || carrier.isInside(answer ? no : yes));
        }

        @Override
        void solve(MinilabPlayer player) {
            MinilabThing instrument = instrument();
            player.walkTo(world().roomOf(instrument));
            player.act("pick up " + instrument.name());
            player.walkTo(world().roomOf(subject));
            player.act("focus on " + subject.name());
            player.act("use " + instrument.name() + " on " + subject.name());
            player.act("pick up " + carrier.name());
            player.walkTo(world().roomOf(yes));
            player.act("move " + carrier.name() + " to " + (answer ? yes : no).name());
        }
    }

    /** Find a thing that lives, or one that does not, and bring it to a box. */
    static final class Search extends MinilabExperiment {

        private static final List<String> ANIMALS = List.of("snail", "frog", "beetle", "mouse");
        private static final List<String> OBJECTS = List.of("pebble", "brick", "glass marble", "copper coin");

        static final Kind LIVING =
                new Kind("find-living-thing", ANIMALS.size() * LAYOUTS, variation -> new Search(true, variation));
        static final Kind NON_LIVING =
                new Kind("find-non-living-thing", OBJECTS.size() * LAYOUTS, variation -> new Search(false, variation));

        private final boolean wantsLife;
        private final MinilabThing animal;
        private final MinilabThing object;
        private final MinilabThing box;

        private Search(boolean wantsLife, int variation) {
            super(variation);
            this.wantsLife = wantsLife;
            int subject = variation / LAYOUTS;
            animal = world().put(MinilabThing.of(MinilabThing.Kind.ANIMAL, ANIMALS.get(subject)), MinilabWorld.GARDEN);
            object = world().put(
                            MinilabThing.object(
                                    OBJECTS.get(subject), OBJECTS.get(subject).contains("copper")),
                            List.of(MinilabWorld.GARDEN, "shelf", MinilabWorld.GARDEN, "bench")
                                    .get(variation % LAYOUTS));
            box = world().put(
                            MinilabThing.of(MinilabThing.Kind.FURNITURE, wantsLife ? "green box" : "grey box"),
                            List.of(
                                            MinilabWorld.WORKSHOP,
                                            MinilabWorld.KITCHEN,
                                            MinilabWorld.STORE_ROOM,
                                            MinilabWorld.HALL)
                                    .get(variation % LAYOUTS));
        }

        @Override
        String description() {
            return "Your task is to find a thing that is " + (wantsLife ? "" : "not ")
                    + "alive and can be carried. First, focus on it. Then, move it to the " + box.name() + " in the "
                    + world().roomOf(box).name() + ".";
        }

        private MinilabThing subject() {
            return wantsLife ? animal : object;
        }

        private boolean suits(MinilabThing thing) {
            return thing.portable() && thing.living() == wantsLife;
        }

        @Override
        MinilabGoals goals() {
            return new MinilabGoals()
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
        void solve(MinilabPlayer player) {
            player.walkTo(world().roomOf(subject()));
            player.act("focus on " + subject().name());
            player.act("pick up " + subject().name());
            player.walkTo(world().roomOf(box));
            player.act("move " + subject().name() + " to " + box.name());
        }
    }
}
