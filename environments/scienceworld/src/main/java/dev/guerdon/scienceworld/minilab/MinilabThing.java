package dev.guerdon.scienceworld.minilab;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Anything in {@code minilab} that can be named, rooms and the agent's pockets included. */
final class MinilabThing {

    static final int ROOM_TEMPERATURE = 20;

    private final String name;
    private final Kind kind;
    private final @Nullable MinilabSubstance substance;
    private final boolean conductive;
    private final List<MinilabThing> contents = new ArrayList<>();
    private @Nullable MinilabThing container;
    private int temperature = ROOM_TEMPERATURE;
    private boolean open = true;
    private boolean on;

    /** Kind of action with a thing. */
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

    private MinilabThing(String name, Kind kind, @Nullable MinilabSubstance substance, boolean conductive) {
        this.name = name;
        this.kind = kind;
        this.substance = substance;
        this.conductive = conductive;
    }

    static MinilabThing of(Kind kind, String name) {
        return new MinilabThing(name, kind, null, false);
    }

    static MinilabThing object(String name, boolean conductive) {
        return new MinilabThing(name, Kind.OBJECT, null, conductive);
    }

    static MinilabThing substance(MinilabSubstance substance, int temperature) {
        MinilabThing thing = new MinilabThing(substance.liquid(), Kind.SUBSTANCE, substance, false);
        thing.temperature = temperature;
        return thing;
    }

    /** Returns the name that it goes by now. */
    String name() {
        return substance == null ? name : substance.name(temperature);
    }

    Kind kind() {
        return kind;
    }

    boolean is(MinilabSubstance wanted) {
        return wanted.equals(substance);
    }

    boolean isIn(MinilabSubstance.State state) {
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

    /** Returns whether it can be carried as it is; what flows cannot. */
    boolean portable() {
        return switch (kind) {
            case VESSEL, THERMOMETER, CIRCUIT_TESTER, ANIMAL, OBJECT -> true;
            case SUBSTANCE -> isIn(MinilabSubstance.State.SOLID);
            default -> false;
        };
    }

    List<MinilabThing> contents() {
        return contents;
    }

    /** Returns this thing and all that is in it, at any depth. */
    Stream<MinilabThing> everything() {
        return Stream.concat(Stream.of(this), contents.stream().flatMap(MinilabThing::everything));
    }

    /** Returns what someone beside it can see of it. */
    Stream<MinilabThing> visible() {
        return Stream.concat(Stream.of(this), open ? contents.stream().flatMap(MinilabThing::visible) : Stream.empty());
    }

    @Nullable
    MinilabThing container() {
        return container;
    }

    /** Returns whether it is in that thing, at any depth. */
    boolean isInside(MinilabThing outer) {
        MinilabThing at = container;
        return at != null && (at == outer || at.isInside(outer));
    }

    void moveTo(MinilabThing target) {
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
