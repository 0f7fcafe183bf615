package dev.guerdon.scienceworld.minilab;

import java.util.List;

/** Measure a thing with an instrument, and answer by the box that it is put into. */
final class Measurement extends Experiment {

    private static final List<String> CONDUCTORS = List.of("copper coin", "iron nail", "graphite rod");
    private static final List<String> INSULATORS = List.of("glass marble", "wooden peg", "rubber ring");

    static final Kind CONDUCTIVITY = new Kind(
            "test-conductivity",
            (CONDUCTORS.size() + INSULATORS.size()) * LAYOUTS,
            variation -> new Measurement(true, variation));
    static final Kind TEMPERATURE =
            new Kind("use-thermometer", 4 * LAYOUTS, variation -> new Measurement(false, variation));

    private final boolean electric;
    private final Thing subject;
    private final Thing carrier;
    private final Thing yes;
    private final Thing no;
    private final boolean answer;

    private Measurement(boolean electric, int variation) {
        super(variation);
        this.electric = electric;
        int number = variation / LAYOUTS;
        String place = List.of("shelf", World.HALL, "table", "bench").get(variation % LAYOUTS);
        if (electric) {
            answer = number % 2 == 0;
            subject = world().put(Thing.object((answer ? CONDUCTORS : INSULATORS).get(number / 2), answer), place);
            carrier = subject;
        } else {
            answer = number % 2 == 0;
            // It cools slowly on its way, so the two answers lie far apart.
            subject = world().pour(number < 2 ? Substance.OIL : Substance.WATER, answer ? 95 : 25, "clay mug", place);
            carrier = world().thing("clay mug");
        }
        yes = world().put(Thing.of(Thing.Kind.FURNITURE, "red box"), World.WORKSHOP);
        no = world().put(Thing.of(Thing.Kind.FURNITURE, "blue box"), World.WORKSHOP);
    }

    private Thing instrument() {
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
    Goals goals() {
        return new Goals()
                .then("focus on the " + subject.name(), () -> world().focus() == subject)
                .then("measure it", () -> world().wasTested(instrument().kind(), subject))
                .then("it is in the right box", () -> carrier.isInside(answer ? yes : no))
                .helps("be where it is", () -> world().here() == world().roomOf(subject))
                .helps("carry the instrument", () -> instrument().isInside(world().inventory()))
                .failsWhen(() -> wrongFocus(subject) || carrier.isInside(answer ? no : yes));
    }

    @Override
    void solve(Player player) {
        Thing instrument = instrument();
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
