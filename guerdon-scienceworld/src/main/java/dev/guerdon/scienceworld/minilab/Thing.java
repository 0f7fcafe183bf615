package dev.guerdon.scienceworld.minilab;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Anything in {@code minilab} that can be named, rooms and the agent's pockets included. */
final class Thing {

    static final int ROOM_TEMPERATURE = 20;

    private final String name;
    private final Kind kind;
    private final @Nullable Substance substance;
    private final boolean conductive;
    private final List<Thing> contents = new ArrayList<>();
    private @Nullable Thing container;
    private int temperature = ROOM_TEMPERATURE;
    private boolean open = true;
    private boolean on;

    /** What can be done with a thing. */
    enum Kind {
        ROOM,
        INVENTORY,
        /** Stands where it is and holds things. */
        FURNITURE,
        /** Can be carried and holds things. */
        VESSEL,
        /** Heats what is on it while it is on. */
        STOVE,
        /** Cools what is in it while its lid is closed. */
        FREEZER,
        THERMOMETER,
        CIRCUIT_TESTER,
        SUBSTANCE,
        /** Can be carried, lives. */
        ANIMAL,
        /** Rooted, lives. */
        PLANT,
        /** Can be carried, does not live. */
        OBJECT
    }

    private Thing(String name, Kind kind, @Nullable Substance substance, boolean conductive) {
        this.name = name;
        this.kind = kind;
        this.substance = substance;
        this.conductive = conductive;
    }

    static Thing of(Kind kind, String name) {
        return new Thing(name, kind, null, false);
    }

    static Thing object(String name, boolean conductive) {
        return new Thing(name, Kind.OBJECT, null, conductive);
    }

    static Thing substance(Substance substance, int temperature) {
        Thing thing = new Thing(substance.liquid(), Kind.SUBSTANCE, substance, false);
        thing.temperature = temperature;
        return thing;
    }

    /** The name that it goes by now. */
    String name() {
        return substance == null ? name : substance.name(temperature);
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    Substance substance() {
        return substance;
    }

    boolean is(Substance wanted) {
        return wanted.equals(substance);
    }

    boolean isIn(Substance.State state) {
        return substance != null && substance.state(temperature) == state;
    }

    boolean conductive() {
        return conductive;
    }

    boolean living() {
        return kind == Kind.ANIMAL || kind == Kind.PLANT;
    }

    boolean holdsThings() {
        return switch (kind) {
            case FURNITURE, VESSEL, STOVE, FREEZER -> true;
            default -> false;
        };
    }

    /** Whether it can be carried as it is; what flows cannot. */
    boolean portable() {
        return switch (kind) {
            case VESSEL, THERMOMETER, CIRCUIT_TESTER, ANIMAL, OBJECT -> true;
            case SUBSTANCE -> isIn(Substance.State.SOLID);
            default -> false;
        };
    }

    List<Thing> contents() {
        return contents;
    }

    /** This thing and all that is in it, at any depth. */
    Stream<Thing> everything() {
        return Stream.concat(Stream.of(this), contents.stream().flatMap(Thing::everything));
    }

    /** What someone beside it can see of it. */
    Stream<Thing> visible() {
        return Stream.concat(Stream.of(this), open ? contents.stream().flatMap(Thing::visible) : Stream.empty());
    }

    @Nullable
    Thing container() {
        return container;
    }

    /** Whether it is in that thing, at any depth. */
    boolean isInside(Thing outer) {
        Thing at = container;
        return at != null && (at == outer || at.isInside(outer));
    }

    void moveTo(Thing target) {
        leave();
        target.contents.add(this);
        container = target;
    }

    void leave() {
        if (container != null) {
            container.contents.remove(this);
            container = null;
        }
    }

    int temperature() {
        return temperature;
    }

    /** Comes nearer to a temperature by at most that many degrees. */
    void approach(int target, int degrees) {
        temperature += Math.clamp(target - temperature, -degrees, degrees);
    }

    boolean open() {
        return open;
    }

    void open(boolean now) {
        open = now;
    }

    boolean on() {
        return on;
    }

    void on(boolean now) {
        on = now;
    }
}
