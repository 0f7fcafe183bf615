package dev.guerdon.alfworld.household;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the generator furnishes houses with. */
final class Household {

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

    static final List<Furniture> FURNITURE = List.of(
            furniture("fridge", "kitchen", 1, 1, "door chills", "food dish"),
            furniture("microwave", "kitchen", 1, 1, "door warms", "food dish"),
            furniture("sink", "kitchen", 1, 1, "washes", "food dish tool"),
            furniture("countertop", "kitchen", 1, 3, "", "food dish tool small"),
            furniture("diningtable", "kitchen", 0, 1, "", "food dish tool small paper"),
            furniture("cabinet", "kitchen", 2, 5, "door", "dish tool small"),
            furniture("stove", "kitchen", 1, 1, "", "dish"),
            furniture("garbagecan", "kitchen", 1, 1, "", "food paper small"),
            furniture("sofa", "livingroom", 1, 1, "", "soft small paper"),
            furniture("armchair", "livingroom", 1, 2, "", "soft small paper"),
            furniture("coffeetable", "livingroom", 1, 1, "", "dish small paper decor light"),
            furniture("sideboard", "livingroom", 1, 2, "door", "dish small decor"),
            furniture("bookcase", "livingroom", 1, 2, "", "paper decor small light"),
            furniture("bed", "bedroom", 1, 1, "", "soft small paper"),
            furniture("desk", "bedroom", 1, 1, "", "paper small dish light decor"),
            furniture("nightstand", "bedroom", 1, 2, "", "paper small light dish"),
            furniture("drawer", "bedroom", 2, 4, "door", "paper small soft"),
            furniture("wardrobe", "bedroom", 1, 1, "door", "soft"),
            furniture("sink", "bathroom", 1, 1, "washes", "care small"),
            furniture("bathtub", "bathroom", 1, 1, "", "care"),
            furniture("towelrack", "bathroom", 1, 1, "", "soft"),
            furniture("shelf", "bathroom", 1, 3, "", "care small decor"),
            furniture("mirrorcabinet", "bathroom", 1, 1, "door", "care small"));

    static final List<Thing> THINGS = List.of(
            thing("apple", "kitchen livingroom", "food", "portable washable warmable chillable"),
            thing("bread", "kitchen", "food", "portable warmable chillable"),
            thing("carrot", "kitchen", "food", "portable washable warmable chillable"),
            thing("egg", "kitchen", "food", "portable washable warmable chillable"),
            thing("potato", "kitchen", "food", "portable washable warmable chillable"),
            thing("bowl", "kitchen livingroom", "dish", "portable washable warmable chillable"),
            thing("cup", "kitchen livingroom bedroom", "dish", "portable washable warmable chillable"),
            thing("mug", "kitchen livingroom bedroom", "dish", "portable washable warmable chillable"),
            thing("pan", "kitchen", "dish", "portable washable chillable"),
            thing("plate", "kitchen livingroom", "dish", "portable washable warmable chillable"),
            thing("fork", "kitchen", "tool", "portable washable"),
            thing("ladle", "kitchen", "tool", "portable washable"),
            thing("spoon", "kitchen", "tool", "portable washable"),
            thing("keyring", "livingroom bedroom kitchen", "small", "portable"),
            thing("phone", "livingroom bedroom", "small", "portable"),
            thing("remote", "livingroom", "small", "portable"),
            thing("wristwatch", "livingroom bedroom bathroom", "small", "portable"),
            thing("book", "livingroom bedroom", "paper", "portable"),
            thing("magazine", "livingroom bedroom", "paper", "portable"),
            thing("notebook", "livingroom bedroom", "paper", "portable"),
            thing("blanket", "livingroom bedroom", "soft", "portable"),
            thing("cushion", "livingroom bedroom", "soft", "portable"),
            thing("towel", "bathroom", "soft", "portable washable"),
            thing("soapbar", "bathroom", "care", "portable washable"),
            thing("sponge", "bathroom", "care", "portable washable"),
            thing("toothbrush", "bathroom", "care", "portable washable"),
            thing("candle", "livingroom bathroom", "decor", "portable"),
            thing("vase", "livingroom bedroom", "decor", "portable washable"),
            thing("readinglamp", "bedroom livingroom", "light", "lamp"),
            thing("tablelamp", "livingroom bedroom", "light", "lamp"));

    static Stream<Furniture> furnitureIn(Set<String> rooms) {
        return FURNITURE.stream().filter(furniture -> rooms.contains(furniture.room()));
    }

    private static Furniture furniture(String name, String room, int least, int most, String traits, String groups) {
        return new Furniture(name, room, least, most, words(traits), words(groups));
    }

    private static Thing thing(String name, String rooms, String group, String traits) {
        return new Thing(name, words(rooms), group, words(traits));
    }

    private static Set<String> words(String list) {
        return list.isEmpty() ? Set.of() : Set.of(list.split(" "));
    }
}
