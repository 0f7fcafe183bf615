package dev.guerdon.scienceworld.minilab;

import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rooms of {@code minilab}, what is in them, and what time does to it. */
final class MinilabWorld {

    static final String HALL = "hall";
    static final String KITCHEN = "kitchen";
    static final String COLD_ROOM = "cold room";
    static final String GARDEN = "garden";
    static final String WORKSHOP = "workshop";
    static final String STORE_ROOM = "store room";

    private static final int STOVE_HEAT = 450;
    private static final int FREEZER_COLD = -60;

    private final Map<String, MinilabThing> rooms = new LinkedHashMap<>();
    private final List<Door> doors = new ArrayList<>();
    private final MinilabThing inventory = MinilabThing.of(MinilabThing.Kind.INVENTORY, "inventory");
    private MinilabThing here;
    private @Nullable MinilabThing focus;
    private final Set<Test> tests = new HashSet<>();
    private int moves;

    private record Test(MinilabThing.Kind instrument, MinilabThing thing) {}

    /** A door between two rooms. */
    static final class Door {
        private final String one;
        private final String other;
        private boolean open;

        private Door(String one, String other, boolean open) {
            this.one = one;
            this.other = other;
            this.open = open;
        }

        boolean open() {
            return open;
        }

        void open(boolean now) {
            open = now;
        }

        /** Returns where it leads from a room, if it is a door of that room. */
        Optional<String> from(String room) {
            return room.equals(one) ? Optional.of(other) : room.equals(other) ? Optional.of(one) : Optional.empty();
        }
    }

    /**
     * Builds the house with its furniture.
     *
     * @param layout from 0 to 3: where the agent begins, which doors are closed, where the instruments lie
     */
    MinilabWorld(int layout) {
        for (String room : List.of(HALL, KITCHEN, COLD_ROOM, GARDEN, WORKSHOP, STORE_ROOM)) {
            rooms.put(room, MinilabThing.of(MinilabThing.Kind.ROOM, room));
        }
        doors.add(new Door(HALL, KITCHEN, layout != 1));
        doors.add(new Door(HALL, WORKSHOP, layout != 2));
        doors.add(new Door(HALL, STORE_ROOM, layout != 1));
        doors.add(new Door(HALL, GARDEN, false));
        doors.add(new Door(KITCHEN, COLD_ROOM, layout == 0));
        put(MinilabThing.of(MinilabThing.Kind.STOVE, "stove"), KITCHEN);
        put(MinilabThing.of(MinilabThing.Kind.FURNITURE, "table"), KITCHEN);
        put(MinilabThing.of(MinilabThing.Kind.VESSEL, "metal pot"), "table");
        MinilabThing freezer = put(MinilabThing.of(MinilabThing.Kind.FREEZER, "freezer"), COLD_ROOM);
        freezer.open(false);
        put(MinilabThing.of(MinilabThing.Kind.FURNITURE, "bench"), WORKSHOP);
        put(MinilabThing.of(MinilabThing.Kind.FURNITURE, "shelf"), STORE_ROOM);
        put(MinilabThing.of(MinilabThing.Kind.VESSEL, "glass cup"), layout % 2 == 0 ? "shelf" : "table");
        put(
                MinilabThing.of(MinilabThing.Kind.THERMOMETER, "thermometer"),
                List.of("table", "bench", "shelf", HALL).get(layout));
        put(MinilabThing.of(MinilabThing.Kind.CIRCUIT_TESTER, "circuit tester"), layout < 2 ? "bench" : "shelf");
        put(MinilabThing.of(MinilabThing.Kind.PLANT, "apple tree"), GARDEN);
        put(MinilabThing.object("picture", false), HALL);
        here = thing(List.of(HALL, STORE_ROOM, KITCHEN, WORKSHOP).get(layout));
    }

    MinilabThing put(MinilabThing thing, String place) {
        thing.moveTo(thing(place));
        return thing;
    }

    /** Returns a vessel with a substance in it. */
    MinilabThing pour(MinilabSubstance substance, int temperature, String vessel, String place) {
        put(MinilabThing.of(MinilabThing.Kind.VESSEL, vessel), place);
        return put(MinilabThing.substance(substance, temperature), vessel);
    }

    /** Returns the room or thing of that name, wherever it is. */
    MinilabThing thing(String name) {
        return everything()
                .filter(thing -> thing.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ScienceworldException("minilab has nothing called '" + name + "'"));
    }

    private Stream<MinilabThing> everything() {
        return Stream.concat(rooms.values().stream(), Stream.of(inventory)).flatMap(MinilabThing::everything);
    }

    MinilabThing here() {
        return here;
    }

    void go(String room) {
        here = thing(room);
    }

    MinilabThing inventory() {
        return inventory;
    }

    @Nullable
    MinilabThing focus() {
        return focus;
    }

    void focus(@Nullable MinilabThing thing) {
        focus = thing;
    }

    /** Takes note that an instrument was used on a thing. */
    void tested(MinilabThing instrument, MinilabThing thing) {
        tests.add(new Test(instrument.kind(), thing));
    }

    boolean wasTested(MinilabThing.Kind instrument, MinilabThing thing) {
        return tests.contains(new Test(instrument, thing));
    }

    int moves() {
        return moves;
    }

    /** Returns the doors of a room by where they lead, in a fixed order. */
    Map<String, Door> doors(String room) {
        Map<String, Door> found = new LinkedHashMap<>();
        doors.forEach(door -> door.from(room).ifPresent(target -> found.put(target, door)));
        return found;
    }

    /** Returns the things within the agent's reach, in a fixed order. */
    Stream<MinilabThing> reach() {
        return Stream.concat(here.contents().stream(), inventory.contents().stream())
                .flatMap(MinilabThing::visible);
    }

    Optional<MinilabThing> reach(String name) {
        return reach().filter(thing -> thing.name().equals(name)).findFirst();
    }

    /** Returns the room that a thing is in; the agent's own for what it carries. */
    MinilabThing roomOf(MinilabThing thing) {
        if (thing.isInside(inventory)) {
            return here;
        }
        return rooms.values().stream().filter(thing::isInside).findFirst().orElse(here);
    }

    /** Lets one moment pass. */
    void tick() {
        moves++;
        rooms.values().forEach(MinilabWorld::breathe);
        breathe(inventory);
    }

    private static void breathe(MinilabThing place) {
        for (MinilabThing thing : place.contents()) {
            if (thing.kind() == MinilabThing.Kind.STOVE && thing.on()) {
                inside(thing).forEach(one -> one.approach(STOVE_HEAT, 40));
            } else if (thing.kind() == MinilabThing.Kind.FREEZER && !thing.open()) {
                inside(thing).forEach(one -> one.approach(FREEZER_COLD, 15));
            } else {
                thing.approach(MinilabThing.ROOM_TEMPERATURE, 2);
                breathe(thing);
            }
        }
    }

    private static Stream<MinilabThing> inside(MinilabThing thing) {
        return thing.contents().stream().flatMap(MinilabThing::everything);
    }

    String look() {
        String things = here.contents().stream()
                .map(thing -> "\t" + describe(thing) + "\n")
                .collect(Collectors.joining());
        String ways = doors(here.name()).entrySet().stream()
                .map(way -> "\ta door to the " + way.getKey() + " ("
                        + (way.getValue().open() ? "open" : "closed") + ")\n")
                .collect(Collectors.joining());
        return "You are in the " + here.name() + ". Here you see:\n\tyourself\n" + things + "Ways out:\n" + ways;
    }

    String inventoryText() {
        return inventory.contents().isEmpty()
                ? "You carry nothing.\n"
                : inventory.contents().stream()
                        .map(thing -> "\t" + describe(thing) + "\n")
                        .collect(Collectors.joining("", "You carry:\n", ""));
    }

    /** Returns a thing in a few words, with what can be seen in it. */
    static String describe(MinilabThing thing) {
        StringBuilder text = new StringBuilder(article(thing)).append(thing.name());
        if (thing.kind() == MinilabThing.Kind.STOVE) {
            text.append(thing.on() ? ", which is on" : ", which is off");
        } else if (thing.kind() == MinilabThing.Kind.FREEZER) {
            text.append(thing.open() ? ", which is open" : ", which is closed");
        }
        if (thing.holdsThings() && thing.open()) {
            String held = thing.contents().stream().map(MinilabWorld::describe).collect(Collectors.joining(", "));
            text.append(" (with ")
                    .append(held.isEmpty() ? "nothing" : held)
                    .append(
                            thing.kind() == MinilabThing.Kind.STOVE || thing.kind() == MinilabThing.Kind.FURNITURE
                                    ? " on it)"
                                    : " in it)");
        }
        return text.toString();
    }

    private static String article(MinilabThing thing) {
        return thing.kind() == MinilabThing.Kind.SUBSTANCE
                ? "some "
                : "aeiou".indexOf(thing.name().charAt(0)) >= 0 ? "an " : "a ";
    }
}
