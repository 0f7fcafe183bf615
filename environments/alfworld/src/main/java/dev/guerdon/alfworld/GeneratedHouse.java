package dev.guerdon.alfworld;

import dev.guerdon.alfworld.GeneratedHouse.Household.Furniture;
import dev.guerdon.alfworld.GeneratedHouse.Household.Thing;
import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A furnished house with a task, made from a seed. */
final class GeneratedHouse {

    private record Piece(String id, Furniture kind) {}

    private record Item(String id, Thing kind, Piece in) {}

    private final Random random;
    private final TaskType type;
    private final Set<String> rooms = new TreeSet<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final List<Item> items = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Thing wanted;
    private final Furniture target;
    private final Thing lamp;
    private final String sentence;

    private GeneratedHouse(TaskType type, long seed) {
        this.type = type;
        // Neighbouring seeds of this generator begin alike, so they are spread first.
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.lamp = pick(Household.THINGS.stream()
                .filter(thing -> thing.traits().contains("lamp"))
                .toList());
        this.wanted = pick(Household.THINGS.stream().filter(this::isSuitable).toList());
        this.target = pick(Household.FURNITURE.stream()
                .filter(furniture -> furniture.groups().contains(wanted.group()))
                .toList());
        chooseRooms();
        build();
        fill();
        this.sentence = compose(random.nextBoolean());
    }

    static GeneratedHouse furnish(TaskType type, long seed) {
        return new GeneratedHouse(type, seed);
    }

    private boolean isSuitable(Thing thing) {
        String trait = switch (type) {
            case PICK_AND_PLACE_SIMPLE, LOOK_AT_OBJ_IN_LIGHT, PICK_TWO_OBJ_AND_PLACE -> "portable";
            case PICK_CLEAN_THEN_PLACE_IN_RECEP -> "washable";
            case PICK_HEAT_THEN_PLACE_IN_RECEP -> "warmable";
            case PICK_COOL_THEN_PLACE_IN_RECEP -> "chillable";
        };
        return thing.traits().contains(trait);
    }

    private void chooseRooms() {
        rooms.add(target.room());
        rooms.add(pick(List.copyOf(new TreeSet<>(wanted.rooms()))));
        switch (type) {
            case PICK_HEAT_THEN_PLACE_IN_RECEP, PICK_COOL_THEN_PLACE_IN_RECEP -> rooms.add("kitchen");
            case PICK_CLEAN_THEN_PLACE_IN_RECEP -> rooms.add(random.nextBoolean() ? "kitchen" : "bathroom");
            case LOOK_AT_OBJ_IN_LIGHT -> rooms.add(pick(List.of("bedroom", "livingroom")));
            case PICK_AND_PLACE_SIMPLE, PICK_TWO_OBJ_AND_PLACE -> {}
        }
        int wish = 2 + random.nextInt(3);
        while (rooms.size() < wish) {
            rooms.add(pick(Household.ROOMS));
        }
    }

    private void build() {
        for (Furniture kind : Household.furnitureIn(rooms).toList()) {
            int least = isTarget(kind) ? Math.max(1, kind.least()) : kind.least();
            int count = least + random.nextInt(Math.max(1, kind.most() - least + 1));
            for (int i = 0; i < count; i++) {
                pieces.add(new Piece(id(kind.name()), kind));
            }
        }
    }

    private void fill() {
        for (Thing thing : Household.THINGS) {
            if (!thing.equals(wanted) && !thing.equals(lamp) && !Collections.disjoint(thing.rooms(), rooms)) {
                put(thing, random.nextInt(3));
            }
        }
        put(wanted, type == TaskType.PICK_TWO_OBJ_AND_PLACE ? 2 + random.nextInt(2) : 1 + random.nextInt(2));
        put(lamp, type == TaskType.LOOK_AT_OBJ_IN_LIGHT ? 1 : random.nextInt(2));
    }

    /** Puts things where they belong, but the wanted ones not where the task wants them. */
    private void put(Thing thing, int count) {
        List<Piece> places = pieces.stream()
                .filter(piece -> piece.kind.groups().contains(thing.group()))
                .filter(piece -> !thing.equals(wanted) || !isTarget(piece.kind))
                .toList();
        List<Piece> usual = places.stream()
                .filter(piece -> thing.rooms().contains(piece.kind.room()))
                .toList();
        // What belongs nowhere but at the target lies about somewhere else.
        List<Piece> chosen = !usual.isEmpty() ? usual : !places.isEmpty() ? places : anywhere();
        for (int i = 0; i < count; i++) {
            items.add(new Item(id(thing.name()), thing, pick(chosen)));
        }
    }

    private List<Piece> anywhere() {
        return pieces.stream().filter(piece -> !isTarget(piece.kind)).toList();
    }

    private boolean isTarget(Furniture kind) {
        return kind.name().equals(target.name()); // a kitchen and a bathroom may both have one
    }

    private String id(String name) {
        return String.format(Locale.ROOT, "%s_bar_%02d", name, counts.merge(name, 1, Integer::sum));
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Returns the task in words. */
    String sentence() {
        return sentence;
    }

    private String compose(boolean first) {
        String thing = wanted.name();
        String place = target.name();
        return switch (type) {
            case PICK_AND_PLACE_SIMPLE ->
                first
                        ? String.format(Locale.ROOT, "put a %s in the %s", thing, place)
                        : String.format(Locale.ROOT, "bring some %s to the %s", thing, place);
            case LOOK_AT_OBJ_IN_LIGHT ->
                first
                        ? String.format(Locale.ROOT, "look at the %s under the %s", thing, lamp.name())
                        : String.format(Locale.ROOT, "hold the %s in the light of the %s", thing, lamp.name());
            case PICK_CLEAN_THEN_PLACE_IN_RECEP -> transformed(first, "clean", "clean", thing, place);
            case PICK_HEAT_THEN_PLACE_IN_RECEP -> transformed(first, "hot", "heat", thing, place);
            case PICK_COOL_THEN_PLACE_IN_RECEP -> transformed(first, "cold", "cool", thing, place);
            case PICK_TWO_OBJ_AND_PLACE ->
                first
                        ? String.format(Locale.ROOT, "put two %s in the %s", thing, place)
                        : String.format(Locale.ROOT, "find two %s and bring both to the %s", thing, place);
        };
    }

    private static String transformed(boolean first, String quality, String verb, String thing, String place) {
        return first
                ? String.format(Locale.ROOT, "put a %s %s in the %s", quality, thing, place)
                : String.format(Locale.ROOT, "%s a %s and bring it to the %s", verb, thing, place);
    }

    /** Returns the planning problem. */
    String problem() {
        StringBuilder out = new StringBuilder("(define (problem home)\n(:domain household)\n(:objects\n");
        out.append("you - person\nspot_bar_hall - spot\n");
        rooms.forEach(room -> out.append(room).append(" - room\n"));
        pieces.forEach(piece -> out.append(piece.id)
                .append(" - furniture\nspot_bar_")
                .append(piece.id)
                .append(" - spot\n"));
        items.forEach(item -> out.append(item.id).append(" - thing\n"));
        Household.FURNITURE.forEach(kind -> out.append(kind.name()).append("-kind - kind\n"));
        Household.THINGS.forEach(kind -> out.append(kind.name()).append("-kind - kind\n"));
        out.append(")\n(:init\n(at you spot_bar_hall)\n");
        rooms.forEach(room -> fact(out, "room", room));
        for (Piece piece : pieces) {
            fact(out, "stands", piece.id + " spot_bar_" + piece.id);
            fact(out, "part", piece.id + " " + piece.kind.room());
            fact(out, "furniture-kind", piece.id + " " + piece.kind.name() + "-kind");
            new TreeSet<>(piece.kind.traits())
                    .forEach(trait -> fact(out, trait.equals("door") ? "has-door" : trait, piece.id));
        }
        for (Item item : items) {
            fact(out, "thing-kind", item.id + " " + item.kind.name() + "-kind");
            fact(out, "lies", item.id + " " + item.in.id);
            new TreeSet<>(item.kind.traits()).forEach(trait -> fact(out, trait, item.id));
        }
        for (Furniture furniture : Household.FURNITURE) {
            for (Thing thing : Household.THINGS) {
                if (furniture.groups().contains(thing.group())) {
                    fact(out, "holds", furniture.name() + "-kind " + thing.name() + "-kind");
                }
            }
        }
        return out.append(")\n(:goal ").append(goal()).append("))\n").toString();
    }

    private static void fact(StringBuilder out, String predicate, String arguments) {
        out.append('(').append(predicate).append(' ').append(arguments).append(")\n");
    }

    private String goal() {
        String kind = "(thing-kind ?t " + wanted.name() + "-kind)";
        String place = "(furniture-kind ?f " + target.name() + "-kind)";
        String lies = "(lies ?t ?f)";
        return switch (type) {
            case PICK_AND_PLACE_SIMPLE -> placed(List.of(kind, place, lies));
            case PICK_CLEAN_THEN_PLACE_IN_RECEP -> placed(List.of(kind, place, lies, "(washed ?t)"));
            case PICK_HEAT_THEN_PLACE_IN_RECEP -> placed(List.of(kind, place, lies, "(warm ?t)"));
            case PICK_COOL_THEN_PLACE_IN_RECEP -> placed(List.of(kind, place, lies, "(chilled ?t)"));
            case LOOK_AT_OBJ_IN_LIGHT ->
                "(exists (?p - person ?t - thing ?l - thing ?f - furniture ?s - spot) (and " + kind + " (carries ?p ?t)"
                        + " (thing-kind ?l " + lamp.name() + "-kind) (lit ?l) (lies ?l ?f) (stands ?f ?s) (at ?p ?s)))";
            case PICK_TWO_OBJ_AND_PLACE ->
                "(exists (?t - thing ?u - thing ?f - furniture) (and " + kind + " (thing-kind ?u " + wanted.name()
                        + "-kind) (not (= ?t ?u)) " + place + " " + lies + " (lies ?u ?f)))";
        };
    }

    private static String placed(List<String> conditions) {
        return conditions.stream().collect(Collectors.joining(" ", "(exists (?t - thing ?f - furniture) (and ", "))"));
    }

    /** Items with which the generator furnishes houses. */
    static final class Household {

        private Household() {}

        /** Rooms in the order they are listed. */
        static final List<String> ROOMS = List.of("bathroom", "bedroom", "kitchen", "livingroom");

        /**
         * A kind of furniture.
         *
         * @param name its name
         * @param room where it stands
         * @param least how many there are at least
         * @param most how many there are at most
         * @param traits what it can do: door, washes, warms, chills
         * @param groups the groups of things that may lie in or on it
         */
        record Furniture(String name, String room, int least, int most, Set<String> traits, Set<String> groups) {}

        /**
         * A kind of thing.
         *
         * @param name its name
         * @param rooms where it may be found
         * @param group what sort of thing it is
         * @param traits what can be done to it: portable, washable, warmable, chillable, lamp
         */
        record Thing(String name, Set<String> rooms, String group, Set<String> traits) {}

        static final List<Furniture> FURNITURE = new ArrayList<>();
        static final List<Thing> THINGS = new ArrayList<>();

        static {
            Utf8.resource(Household.class, "household/furnishing.txt").lines().forEach(line -> {
                String[] columns = line.split("; *", -1);
                switch (columns[0]) {
                    case "furniture" ->
                        FURNITURE.add(new Furniture(
                                columns[1],
                                columns[2],
                                Integer.parseInt(columns[3]),
                                Integer.parseInt(columns[4]),
                                words(columns[5]),
                                words(columns[6])));
                    case "thing" -> THINGS.add(new Thing(columns[1], words(columns[2]), columns[3], words(columns[4])));
                    default -> {} // a comment
                }
            });
        }

        static Stream<Furniture> furnitureIn(Set<String> rooms) {
            return FURNITURE.stream().filter(furniture -> rooms.contains(furniture.room()));
        }

        private static Set<String> words(String list) {
            return list.isEmpty() ? Set.of() : Set.of(list.split(" "));
        }
    }
}
