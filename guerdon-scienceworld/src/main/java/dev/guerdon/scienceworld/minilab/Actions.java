package dev.guerdon.scienceworld.minilab;

import dev.guerdon.scienceworld.minilab.Thing.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What can be done in {@code minilab} with things: how it is spelled, when it is listed, what it does. */
final class Actions {

    private static final String DOOR = "door to ";

    private final World world;
    private final List<Template> templates;

    /** A kind of action on what is in reach. */
    private sealed interface Template {

        /** Does the action if the words spell it. */
        Optional<String> perform(World world, String words);

        /** The spellings that make sense now. */
        Stream<String> listed(World world);
    }

    /** {@code verb thing} */
    private record OnThing(List<String> verbs, Predicate<Thing> sensible, Function<Thing, String> effect)
            implements Template {

        @Override
        public Optional<String> perform(World world, String words) {
            return verbs.stream()
                    .filter(verb -> words.startsWith(verb + " "))
                    .flatMap(verb -> world.reach(words.substring(verb.length() + 1)).stream())
                    .findFirst()
                    .map(effect);
        }

        @Override
        public Stream<String> listed(World world) {
            return world.reach().filter(sensible).map(thing -> verbs.getFirst() + " " + thing.name());
        }
    }

    /** {@code verb thing preposition thing} */
    private record OnTwo(
            List<String> verbs,
            List<String> prepositions,
            BiPredicate<Thing, Thing> sensible,
            BiFunction<Thing, Thing, String> effect)
            implements Template {

        @Override
        public Optional<String> perform(World world, String words) {
            for (String verb : verbs) {
                for (String preposition : prepositions) {
                    int at = words.indexOf(" " + preposition + " ");
                    if (words.startsWith(verb + " ") && at > verb.length()) {
                        Optional<Thing> one = world.reach(words.substring(verb.length() + 1, at));
                        Optional<Thing> other = world.reach(words.substring(at + preposition.length() + 2));
                        if (one.isPresent() && other.isPresent()) {
                            return Optional.of(effect.apply(one.get(), other.get()));
                        }
                    }
                }
            }
            return Optional.empty();
        }

        @Override
        public Stream<String> listed(World world) {
            List<Thing> reach = world.reach().toList();
            return reach.stream()
                    .flatMap(one -> reach.stream()
                            .filter(other -> one != other && sensible.test(one, other))
                            .map(other -> verbs.getFirst() + " " + one.name() + " " + prepositions.getFirst() + " "
                                    + other.name()));
        }
    }

    Actions(World world) {
        this.world = world;
        templates = List.of(
                new OnThing(List.of("look at", "examine"), thing -> true, this::lookAt),
                new OnThing(List.of("open"), thing -> thing.kind() == Kind.FREEZER && !thing.open(), this::open),
                new OnThing(List.of("close"), thing -> thing.kind() == Kind.FREEZER && thing.open(), this::close),
                new OnThing(
                        List.of("activate", "turn on"),
                        thing -> thing.kind() == Kind.STOVE && !thing.on(),
                        thing -> turn(thing, true)),
                new OnThing(
                        List.of("deactivate", "turn off"),
                        thing -> thing.kind() == Kind.STOVE && thing.on(),
                        thing -> turn(thing, false)),
                new OnThing(
                        List.of("pick up", "take", "get"),
                        thing -> thing.portable() && thing.container() != world.inventory(),
                        this::pickUp),
                new OnThing(
                        List.of("put down", "drop"), thing -> thing.container() == world.inventory(), this::putDown),
                new OnThing(List.of("mix", "stir"), Actions::canMix, this::mix),
                new OnThing(List.of("focus on", "focus"), thing -> true, this::focusOn),
                new OnTwo(List.of("move", "put"), List.of("to", "in", "into", "on"), this::canMove, this::move),
                new OnTwo(List.of("pour"), List.of("into", "in", "to", "on"), this::canPour, this::pour),
                new OnTwo(
                        List.of("use"),
                        List.of("on", "with"),
                        (tool, thing) -> tool.kind() == Kind.THERMOMETER || tool.kind() == Kind.CIRCUIT_TESTER,
                        this::use));
    }

    /** Does what the words spell, if they spell an action. */
    Optional<String> perform(String words) {
        return doorAction(words)
                .or(() -> templates.stream()
                        .flatMap(template -> template.perform(world, words).stream())
                        .findFirst());
    }

    /** Every action with things or doors that makes sense now. */
    List<String> listed() {
        List<String> actions = new ArrayList<>();
        world.doors(world.here().name()).forEach((room, door) -> {
            actions.add((door.open() ? "close " : "open ") + DOOR + room);
            if (door.open()) {
                actions.add("go to " + room);
            }
        });
        templates.stream().flatMap(template -> template.listed(world)).forEach(actions::add);
        return actions;
    }

    private Optional<String> doorAction(String words) {
        for (var way : world.doors(world.here().name()).entrySet()) {
            String room = way.getKey();
            World.Door door = way.getValue();
            if (words.equals("open " + DOOR + room)) {
                boolean was = door.open();
                door.open(true);
                return Optional.of(was ? "The door is already open." : "The door is now open.");
            }
            if (words.equals("close " + DOOR + room)) {
                boolean was = door.open();
                door.open(false);
                return Optional.of(was ? "The door is now closed." : "The door is already closed.");
            }
            if (words.equals("go to " + room) || words.equals("go through " + DOOR + room)) {
                if (!door.open()) {
                    return Optional.of("The door to the " + room + " is closed.");
                }
                world.go(room);
                return Optional.of("You walk to the " + room + ".");
            }
        }
        return Optional.empty();
    }

    private String lookAt(Thing thing) {
        return World.describe(thing) + ".";
    }

    private String open(Thing thing) {
        if (thing.kind() != Kind.FREEZER) {
            return "The " + thing.name() + " has nothing to open.";
        }
        thing.open(true);
        return "The " + thing.name() + " is open.";
    }

    private String close(Thing thing) {
        if (thing.kind() != Kind.FREEZER) {
            return "The " + thing.name() + " has nothing to close.";
        }
        thing.open(false);
        return "The " + thing.name() + " is closed.";
    }

    private String turn(Thing thing, boolean on) {
        if (thing.kind() != Kind.STOVE) {
            return "The " + thing.name() + " has no switch.";
        }
        thing.on(on);
        return "The " + thing.name() + (on ? " is on." : " is off.");
    }

    private String pickUp(Thing thing) {
        if (!thing.portable()) {
            return "The " + thing.name() + " cannot be picked up.";
        }
        thing.moveTo(world.inventory());
        return "You take the " + thing.name() + ".";
    }

    private String putDown(Thing thing) {
        if (thing.container() != world.inventory()) {
            return "You do not hold the " + thing.name() + ".";
        }
        thing.moveTo(world.here());
        return "You put the " + thing.name() + " down.";
    }

    private String focusOn(Thing thing) {
        world.focus(thing);
        return "You focus on the " + thing.name() + ".";
    }

    private boolean canMove(Thing thing, Thing target) {
        return thing.portable()
                && target.holdsThings()
                && target.open()
                && !target.isInside(thing)
                && thing.container() != target;
    }

    private String move(Thing thing, Thing target) {
        if (!canMove(thing, target)) {
            return "The " + thing.name() + " cannot be moved there.";
        }
        thing.moveTo(target);
        return "You move the " + thing.name() + " to the " + target.name() + ".";
    }

    private boolean canPour(Thing source, Thing target) {
        boolean pourable = source.kind() == Kind.VESSEL
                ? source.contents().stream().anyMatch(one -> one.kind() == Kind.SUBSTANCE)
                : source.isIn(Substance.State.LIQUID);
        return pourable
                && target.kind() == Kind.VESSEL
                && source != target
                && !target.isInside(source)
                && source.container() != target;
    }

    private String pour(Thing source, Thing target) {
        if (!canPour(source, target)) {
            return "The " + source.name() + " cannot be poured there.";
        }
        List<Thing> moved = source.kind() == Kind.VESSEL
                ? source.contents().stream()
                        .filter(one -> one.kind() == Kind.SUBSTANCE)
                        .toList()
                : List.of(source);
        moved.forEach(one -> one.moveTo(target));
        return "You pour the "
                + String.join(" and the ", moved.stream().map(Thing::name).toList()) + " into the " + target.name()
                + ".";
    }

    private static boolean canMix(Thing thing) {
        return thing.kind() == Kind.VESSEL && thing.contents().size() > 1;
    }

    private String mix(Thing vessel) {
        if (!canMix(vessel)) {
            return "There is nothing to mix in the " + vessel.name() + ".";
        }
        List<Thing> parts = vessel.contents();
        for (Substance.Mixture mixture : Substance.MIXTURES) {
            if (parts.size() == 2
                    && parts.stream().anyMatch(part -> part.is(mixture.one()))
                    && parts.stream().anyMatch(part -> part.is(mixture.other()))) {
                int temperature =
                        (parts.getFirst().temperature() + parts.getLast().temperature()) / 2;
                List.copyOf(parts).forEach(Thing::leave);
                Thing product = Thing.substance(mixture.product(), temperature);
                product.moveTo(vessel);
                return "You mix what is in the " + vessel.name() + " and get " + product.name() + ".";
            }
        }
        return "You stir, and nothing changes.";
    }

    private String use(Thing tool, Thing thing) {
        return switch (tool.kind()) {
            case THERMOMETER -> {
                world.tested(tool, thing);
                yield "The thermometer reads " + thing.temperature() + " degrees Celsius.";
            }
            case CIRCUIT_TESTER -> {
                world.tested(tool, thing);
                yield thing.conductive()
                        ? "The lamp of the circuit tester lights up."
                        : "The lamp of the circuit tester stays dark.";
            }
            default -> "The " + tool.name() + " is of no use for that.";
        };
    }
}
