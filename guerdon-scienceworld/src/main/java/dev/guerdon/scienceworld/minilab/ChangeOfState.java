package dev.guerdon.scienceworld.minilab;

import dev.guerdon.scienceworld.minilab.Substance.State;
import java.util.List;
import java.util.Locale;

/** Boil, melt or freeze something. */
final class ChangeOfState extends Experiment {

    static final Kind BOIL =
            kind("boil", State.GAS, List.of(Substance.WATER, Substance.ALCOHOL, Substance.VINEGAR, Substance.MERCURY));
    static final Kind MELT =
            kind("melt", State.LIQUID, List.of(Substance.CHOCOLATE, Substance.BUTTER, Substance.WAX, Substance.TIN));
    static final Kind FREEZE =
            kind("freeze", State.SOLID, List.of(Substance.WATER, Substance.JUICE, Substance.OIL, Substance.MERCURY));

    private final String verb;
    private final State wanted;
    private final Thing subject;
    private final Thing vessel;

    private ChangeOfState(String verb, State wanted, Substance substance, int variation) {
        super(variation);
        this.verb = verb;
        this.wanted = wanted;
        String place = List.of("shelf", "table", "bench", "shelf").get(variation % LAYOUTS);
        subject = world().pour(substance, Thing.ROOM_TEMPERATURE, "small dish", place);
        vessel = world().thing("small dish");
        world().pour(Substance.SUGAR, Thing.ROOM_TEMPERATURE, "sugar jar", "shelf");
    }

    private static Kind kind(String verb, State wanted, List<Substance> subjects) {
        return new Kind(
                verb,
                subjects.size() * LAYOUTS,
                variation -> new ChangeOfState(verb, wanted, subjects.get(variation / LAYOUTS), variation));
    }

    @Override
    String description() {
        return "Your task is to " + verb + " " + subject.name() + ". First, focus on it. Then, make it change its state"
                + " of matter.";
    }

    @Override
    Goals goals() {
        Goals goals = new Goals()
                .then("focus on the substance", () -> world().focus() == subject)
                .then("the substance is " + wanted.name().toLowerCase(Locale.ROOT), () -> subject.isIn(wanted))
                .helps("be in the room with the device", () -> world().here() == world().roomOf(device()))
                .helps("the substance is where the device works on it", () -> subject.isInside(device()));
        goals.helps(wanted == State.SOLID ? "the freezer is closed on it" : "the stove is on", this::deviceWorks);
        return goals.failsWhen(() -> wrongFocus(subject));
    }

    private Thing device() {
        return world().thing(wanted == State.SOLID ? "freezer" : "stove");
    }

    private boolean deviceWorks() {
        return wanted == State.SOLID ? subject.isInside(device()) && !device().open() : device().on();
    }

    @Override
    void solve(Player player) {
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
